import { expect, it } from "vitest";
import { readTypedEmail, setTypedEmail } from "@/lib/identity/sessions/typed-email-cookie";

const kept = (email: string) => readTypedEmail(setTypedEmail(email).split(";")[0] ?? "");

it("the address of a failed attempt is kept for the form", () => {
  expect(kept("mira@harbour-lamps.example")).toBe("mira@harbour-lamps.example");
  expect(setTypedEmail("mira@harbour-lamps.example")).toContain("Max-Age=60");
});

it.each([
  ["none", ""],
  ["too long", `${"a".repeat(250)}@a.de`],
  ["not valid Unicode", "mira\ud800@harbour-lamps.example"],
])("an address that is %s removes the cookie", (_what, email) => {
  expect(kept(email)).toBe("");
  expect(setTypedEmail(email)).toContain("Max-Age=0");
});
