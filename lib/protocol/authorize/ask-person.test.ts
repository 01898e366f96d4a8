import { afterEach, beforeEach, expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { askProviderSilently, signInFirst } from "@/lib/protocol/authorize/ask-person";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { mintInstallation, REDIRECT_URI } from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";

const PROVIDER = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "latchkey",
  OIDC_CLIENT_SECRET: "a secret of the provider",
  OIDC_NAME: "Acme ID",
};
const INFO = { ipAddress: "203.0.113.7", requestId: "0123456789", userAgent: null };

let context: AuthorizeContext;

beforeEach(async () => {
  const { client, companyId } = await mintInstallation();
  const sent = { client_id: client.clientId, redirect_uri: REDIRECT_URI, response_type: "code" };
  const parameters = presentAuthorizeParameters(sent);
  const subject = { companyId, organizationId: null };
  context = await readContext({ parameters, subject, storedId: null, sessionId: null });
});

afterEach(() => void configureTestEnv());

const request = (more = "", headers: Record<string, string> = {}) =>
  new Request(`${env().baseUrl}/authorize?prompt=none${more}`, { headers });

const ask = (sent: Request) => askProviderSilently(sent, context, INFO);

/** Where a redirect leads, and to which query it returns. */
function read(response: Response | null) {
  const { pathname, searchParams } = new URL(
    response?.headers.get("location") ?? "",
    env().baseUrl,
  );
  const back = new URL(searchParams.get("return_to") ?? "", env().baseUrl).searchParams;
  return [pathname, searchParams.get("silent"), [...back.keys()]];
}

it("a request that must show nothing asks the sign-in provider once, and not in a frame", async () => {
  expect(await ask(request())).toBeNull();
  configureTestEnv(PROVIDER);
  const atProvider = [
    "/api/auth/signin/oidc",
    "only",
    ["client_id", "request_uri", "provider_asked"],
  ];
  expect(read(await ask(request()))).toEqual(atProvider);
  expect(read(await ask(request("", { "sec-fetch-dest": "document" })))).toEqual(atProvider);
  expect(await ask(request("&provider_asked=1"))).toBeNull();
  for (const frame of ["frame", "iframe"]) {
    expect(await ask(request("", { "sec-fetch-dest": frame }))).toBeNull();
  }
});

it("a person who is not signed in signs in at the provider, or else here, and comes back", async () => {
  const back = ["client_id", "request_uri"];
  expect(read(await signInFirst(context, INFO))).toEqual(["/sign-in", null, back]);
  configureTestEnv(PROVIDER);
  expect(read(await signInFirst(context, INFO))).toEqual(["/api/auth/signin/oidc", "1", back]);
});
