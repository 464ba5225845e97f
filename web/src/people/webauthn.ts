// Passkeys in the browser, with JSON conversion for older browsers.

type Json = Record<string, unknown>;

/** Whether passkeys can be used: the browser supports them, and the page has a domain in a secure context. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/** Create a passkey; null if the user cancels. */
export async function makePasskey(options: Json): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON
    ? PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
    : (decoded(options) as unknown as PublicKeyCredentialCreationOptions);
  return attempt(() => navigator.credentials.create({ publicKey }));
}

/** Sign with a passkey; null if the user cancels. */
export async function usePasskey(options: Json): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON
    ? PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON)
    : (decoded(options) as unknown as PublicKeyCredentialRequestOptions);
  return attempt(() => navigator.credentials.get({ publicKey }));
}

async function attempt(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const made = (await ask()) as PublicKeyCredential | null;
    return made === null ? null : typeof made.toJSON === "function" ? made.toJSON() : encoded(made);
  } catch (error) {
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
    throw error;
  }
}

/** Decode the base64url fields of WebAuthn options. */
export function decoded(options: Json): Json {
  const found: Json = { ...options, challenge: bytesOf(options.challenge as string) };
  if (options.user !== undefined) {
    const user = options.user as Json;
    found.user = { ...user, id: bytesOf(user.id as string) };
  }
  for (const list of ["excludeCredentials", "allowCredentials"]) {
    if (Array.isArray(options[list])) found[list] = (options[list] as Json[]).map((one) => ({ ...one, id: bytesOf(one.id as string) }));
  }
  return found;
}

const RESPONSE = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;

function encoded(made: PublicKeyCredential): Json {
  const given = made.response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const response = Object.fromEntries(RESPONSE.flatMap((name) => (given[name] ? [[name, textOf(given[name])]] : [])));
  return { id: made.id, rawId: textOf(made.rawId), type: made.type, response, clientExtensionResults: {} };
}

export function bytesOf(text: string): Uint8Array {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (char) => char.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const raw = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
