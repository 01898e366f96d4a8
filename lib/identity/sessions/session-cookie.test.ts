import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { signSessionId, verifySessionCookie } from "@/lib/identity/sessions/session-cookie";

it("a session cookie is accepted only exactly as it was signed", () => {
  const id = newId();
  const value = signSessionId(id);
  expect(verifySessionCookie(value)).toBe(id);
  const separator = id.length;
  for (const changed of [
    value.replace(id, newId()),
    `${value.slice(0, separator)}-${value.slice(separator + 1)}`,
    value.slice(0, -1),
    `${value}A`,
    id,
    "",
  ])
    expect(verifySessionCookie(changed), changed).toBeNull();
});
