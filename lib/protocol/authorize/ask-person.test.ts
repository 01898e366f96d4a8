import { afterEach, expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { askProviderSilently, signInFirst } from "@/lib/protocol/authorize/ask-person";
import { configureTestEnv } from "@/test/process/test-env";

const PROVIDER = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "latchkey",
  OIDC_CLIENT_SECRET: "a secret of the provider",
  OIDC_NAME: "Acme ID",
};

afterEach(() => void configureTestEnv());

const request = (more = "", headers: Record<string, string> = {}) =>
  new Request(`${env().baseUrl}/authorize?prompt=none${more}`, { headers });
const location = (response: Response | null) => response?.headers.get("location") ?? null;

it("a request that must show nothing asks the sign-in provider once, and not in a frame", () => {
  expect(location(askProviderSilently(request()))).toBeNull();
  configureTestEnv(PROVIDER);
  const silentSignIn = "/api/auth/signin/oidc?silent=only&return_to=";
  const back = encodeURIComponent("/authorize?prompt=none&provider_asked=1");
  expect(location(askProviderSilently(request()))).toBe(silentSignIn + back);
  const document = { "sec-fetch-dest": "document" };
  expect(location(askProviderSilently(request("", document)))).toBe(silentSignIn + back);
  expect(location(askProviderSilently(request("&provider_asked=1")))).toBeNull();
  for (const frame of ["frame", "iframe"]) {
    expect(location(askProviderSilently(request("", { "sec-fetch-dest": frame })))).toBeNull();
  }
});

it("a person who is not signed in signs in at the provider, or else here, and comes back", () => {
  const back = encodeURIComponent("/authorize?prompt=none");
  expect(location(signInFirst(request()))).toBe(`/sign-in?return_to=${back}`);
  configureTestEnv(PROVIDER);
  expect(location(signInFirst(request()))).toBe(`/api/auth/signin/oidc?silent=1&return_to=${back}`);
});
