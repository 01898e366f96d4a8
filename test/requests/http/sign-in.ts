import { type APIRequestContext, expect } from "@playwright/test";
import type { DemoLogin } from "@/lib/developer-tools/demo/demo-file";
import { hiddenField } from "@/test/requests/http/hidden-field";

/** Signs a person in with the form of the sign-in page; `request` keeps the cookies. */
export async function signIn(request: APIRequestContext, login: DemoLogin): Promise<void> {
  const page = await request.get("/sign-in/start");
  const csrfToken = hiddenField(await page.text(), "csrfToken");
  const answer = await request.post("/api/auth/callback/credentials", {
    form: { csrfToken, callbackUrl: "/", ...login },
    maxRedirects: 0,
  });
  expect(answer.status(), "signing in leads on").toBe(302);
  expect(answer.headers().location).not.toContain("error=");
}
