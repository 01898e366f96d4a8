import { AuthorizationCode, ClientCredentials } from "simple-oauth2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { issuerPath, OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { callProducts } from "@/test/requests/call-products";
import { serveFlow } from "@/test/requests/serve-flow";
import { walkFlow } from "@/test/requests/walk-flow";

let extension: Awaited<ReturnType<typeof mintExtension>>;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await serveFlow();
});

afterAll(() => stop());

beforeEach(async () => {
  extension = await mintExtension();
});

function moduleOptions() {
  const { client, companyId } = extension;
  const flow = `${issuerPath({ companyId, organizationId: null })}/oauth`;
  return {
    client: { id: client.clientId, secret: client.clientSecret },
    auth: {
      tokenHost: env().baseUrl,
      authorizePath: `${flow}/authorize`,
      tokenPath: `${flow}/offline-token`,
      refreshPath: `${flow}/token`,
      revokePath: `${OAUTH_PATH}/oauth/revoke`,
    },
  };
}

async function obtainToken(library: AuthorizationCode) {
  const returned = await walkFlow(
    library.authorizeURL({ redirect_uri: REDIRECT_URI, scope: INSTALLED_SCOPES, state: "a state" }),
    extension.seller,
  );
  return library.getToken({
    code: returned.searchParams.get("code") ?? "",
    redirect_uri: REDIRECT_URI,
  });
}

const statusOf = async (token: unknown) => (await callProducts(String(token))).status;

describe("simple-oauth2, unmodified", () => {
  it("authorizes, exchanges, knows when the token expires, refreshes, and revokes everything", async () => {
    const first = await obtainToken(new AuthorizationCode(moduleOptions()));
    expect(first.token).toMatchObject({ expires_in: 3600, expires_at: expect.any(Date) });
    expect([first.expired(3500), first.expired(3700)]).toEqual([false, true]);
    const second = await first.refresh();
    for (const { token } of [first, second]) expect(await statusOf(token.access_token)).toBe(200);
    await second.revokeAll();
    expect(await statusOf(second.token.access_token)).toBe(401);
    await expect(second.refresh()).rejects.toMatchObject({ output: { statusCode: 400 } });
  });

  it("works with JSON bodies and the platform spec's types, and gets the client's own token", async () => {
    const options = { bodyFormat: "json", scopeSeparator: "," } as const;
    const { token } = await obtainToken(new AuthorizationCode({ ...moduleOptions(), options }));
    expect(token).toMatchObject({ expires_in: "3600", scope: INSTALLED_SCOPES.join(",") });
    const { client, auth } = moduleOptions();
    const { tokenHost, tokenPath } = auth;
    const library = new ClientCredentials({ client, auth: { tokenHost, tokenPath } });
    const { token: own } = await library.getToken({});
    expect(own).toMatchObject({ expires_in: 3600, scope: INSTALLED_SCOPES.join(" ") });
  });
});
