import { expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { answerSignIn } from "@/lib/identity/sessions/answer-sign-in";
import { readTypedEmail } from "@/lib/identity/sessions/typed-email-cookie";

const EMAIL = "asha+täst@example.com";

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
  const { location, cookie } = await submit("/api/auth/error?error=CredentialsSignin");
  expect(location).toMatch(/^\/sign-in\?.*error=CredentialsSignin/);
  expect(decodeURIComponent(location)).not.toContain("example.com");
  expect(cookie).toMatch(/; Max-Age=60; Path=\/sign-in; HttpOnly; SameSite=Lax$/);
  expect(readTypedEmail(cookie)).toBe(EMAIL);
});

it("removes the address after a success, and keeps none that no account can have", async () => {
  const answers = [
    await submit(`${env().baseUrl}/company`),
    await submit("/api/auth/error?error=CredentialsSignin", "a".repeat(300)),
  ];
  for (const { cookie } of answers) expect(cookie).toMatch(/^latchkey.typed-email=; Max-Age=0; /);
});

it("reads no address from a cookie that is not encoded as one", () => {
  expect(readTypedEmail("latchkey.typed-email=%E0%A4%A")).toBe("");
  expect(readTypedEmail(null)).toBe("");
});
