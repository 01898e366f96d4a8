import { expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { readTypedEmail, setTypedEmail } from "@/lib/identity/sessions/sign-in-cookies";
import { answerSignIn } from "@/lib/identity/sessions/sign-in-form";

const EMAIL = "asha+täst@example.com";
const FAILURE = "/api/auth/error?error=CredentialsSignin";

/** Sends the sign-in form; next-auth redirects to `location`. */
async function submit(location: string, email = EMAIL) {
  const body = new URLSearchParams({ email, password: "wrong", return_to: "/company" });
  const request = new Request(`${env().baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    body,
  });
  const redirect = new Response(null, { status: 302, headers: { location } });
  const { headers } = await answerSignIn(request, async () => redirect);
  const cookie = headers.getSetCookie().find((line) => line.startsWith("latchkey.typed-email="));
  return { location: headers.get("location") ?? "", cookie: cookie ?? "" };
}

it("keeps the address of a failed sign-in for the form for a minute, in no URL and for no script", async () => {
  const { location, cookie } = await submit(FAILURE);
  expect(location).toMatch(/^\/sign-in\?.*error=CredentialsSignin/);
  expect(decodeURIComponent(location)).not.toContain("example.com");
  expect(cookie).toMatch(/; Max-Age=60; Path=\/sign-in; HttpOnly; SameSite=Lax$/);
  expect(readTypedEmail(cookie)).toBe(EMAIL);
});

it.each([
  ["after a success", `${env().baseUrl}/company`, EMAIL],
  ["that no account can have", FAILURE, `${"a".repeat(250)}@a.de`],
  ["that is missing", FAILURE, ""],
])("removes an address %s", async (_what, location, email) => {
  const { cookie } = await submit(location, email);
  expect(cookie).toMatch(/^latchkey.typed-email=; Max-Age=0; /);
});

it("keeps no address that is not valid Unicode, and reads none that is not encoded as one", () => {
  expect(setTypedEmail("asha\ud800@example.com")).toMatch(/^latchkey.typed-email=; Max-Age=0; /);
  expect(readTypedEmail("latchkey.typed-email=%E0%A4%A")).toBe("");
  expect(readTypedEmail(null)).toBe("");
});
