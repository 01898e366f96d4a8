import { expect, it } from "vitest";
import { answerPageError } from "@/lib/api/handle-operation";
import { newId } from "@/lib/core/crypto/ids";
import { ServiceError } from "@/lib/core/errors";
import type { Page } from "@/lib/operation/returns";

const page: Page = {
  kind: "page",
  on: "/things/{id}",
  failure: (_t, formPath) => ({ title: "It failed", link: { href: formPath, label: "Back" } }),
};
const SIGNED_OUT = new ServiceError("unauthenticated", "Sign in first.");

const answer = (error: ServiceError, signInFor?: (formPath: string) => string) =>
  answerPageError(
    page,
    error,
    { id: "a b" },
    {
      headers: new Headers(),
      info: { requestId: newId(), ipAddress: null, userAgent: null },
      ...(signInFor && { signInFor }),
    },
  );

it("a form whose session has ended leads to sign-in, if one can sign in for it", async () => {
  const signIn = answer(SIGNED_OUT, (path) => `/sign-in?return_to=${path}`);
  expect([signIn.status, signIn.headers.get("location")]).toEqual([
    303,
    "/sign-in?return_to=/things/a%20b",
  ]);
  const shown = answer(SIGNED_OUT);
  expect([shown.status, await shown.text()]).toEqual([
    401,
    expect.stringContaining("Sign in first."),
  ]);
  expect(answer(new ServiceError("forbidden", "No."), () => "/sign-in").status).toBe(403);
});
