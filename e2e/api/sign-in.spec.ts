import { expect, test } from "@/test/browser/test";
import { hiddenField } from "@/test/requests/http/hidden-field";

const WRONG = { email: "nobody@example.com", password: "not the password" };

test("security 68: sign-in never redirects to another origin, whatever the form and URL contain", async ({
  playwright,
  baseURL,
}) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const page = await (await request.get("/sign-in/start")).text();
  const csrfToken = hiddenField(page, "csrfToken");
  for (const elsewhere of [
    "//evil.example/x",
    "/\\evil.example/x",
    "/%5cevil.example",
    "/%2f/evil.example",
    "https://evil.example/x",
    "javascript:alert(1)",
    "🙈",
  ]) {
    const query = new URLSearchParams({ callbackUrl: elsewhere, error: elsewhere });
    const answer = await request.post(`/api/auth/callback/credentials?${query}`, {
      form: { csrfToken, callbackUrl: elsewhere, return_to: elsewhere, ...WRONG },
      maxRedirects: 0,
    });
    expect(answer.status(), elsewhere).toBe(302);
    const { origin, pathname } = new URL(answer.headers().location ?? "", baseURL);
    expect({ origin, pathname }).toEqual({ origin: baseURL, pathname: "/sign-in" });
  }
  await request.dispose();
});
