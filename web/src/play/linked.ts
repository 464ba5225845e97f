// What a link to a table holds behind the `#`, which browsers send to no server: an invitation, or the offer of a seat.

/** The values of the link that was opened. */
export function linked(): URLSearchParams {
  const query = new URLSearchParams(location.search);
  if (query.has("invite") || query.has("offer")) history.replaceState(null, "", `${location.pathname}#${query}`); // an earlier link
  return new URLSearchParams(location.hash.slice(1));
}

/** Open a link that was pasted over the address of its own table: browsers do not load the page again for it. */
export function reopened(): void {
  const found = linked();
  if (found.has("invite") || found.has("offer")) location.reload();
}
