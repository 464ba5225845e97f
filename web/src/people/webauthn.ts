// Passkeys in the browser. Requests and answers are JSON; older browsers do not convert them themselves.

type Json = Record<string, unknown>;

/** Whether this browser has passkeys for this address: one with a domain, over HTTPS or on this machine. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/** Make a passkey; null if the person has thought better of it. */
export async function makePasskey(options: Json): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON
    ? PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
    : (decoded(options) as unknown as PublicKeyCredentialCreationOptions);
  return attempt(() => navigator.credentials.create({ publicKey }));
}

/** Let the person sign with one of the device's passkeys; null as above. */
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

/** Replace base64url by bytes where WebAuthn wants them. */
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
