import { expect, test } from "vitest";
import { bytesOf, decoded, textOf } from "./webauthn";

test("bytes are written in base64url and read again", () => {
  const bytes = new Uint8Array(Array.from({ length: 256 }, (_, i) => i));
  const text = textOf(bytes.buffer);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(bytesOf(text)).toEqual(bytes);
});

test("only what WebAuthn takes as bytes is decoded", () => {
  const options = { challenge: "AQI", user: { id: "Aw", name: "ann" }, excludeCredentials: [{ id: "BA", type: "public-key" }], rp: { id: "a.example" } };
  expect(decoded(options)).toEqual({
    challenge: new Uint8Array([1, 2]),
    user: { id: new Uint8Array([3]), name: "ann" },
    excludeCredentials: [{ id: new Uint8Array([4]), type: "public-key" }],
    rp: { id: "a.example" },
  });
});
