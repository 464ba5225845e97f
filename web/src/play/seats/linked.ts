// The fragment of a link to a table, which browsers do not send to servers: an invitation, or an offer of a seat.

/** The parameters in the fragment of the URL. */
export function linked(): URLSearchParams {
  const query = new URLSearchParams(location.search);
  if (query.has("invite") || query.has("offer")) history.replaceState(null, "", `${location.pathname}#${query}`); // the old link format
  return new URLSearchParams(location.hash.slice(1));
}

/** Reload if a changed fragment contains a link, since browsers do not reload the page for it. */
export function reopened(): void {
  const found = linked();
  if (found.has("invite") || found.has("offer")) location.reload();
}
