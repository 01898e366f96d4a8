import { afterEach, describe, expect, it } from "vitest";
import { GET as answersEndpoints } from "@/lib/api/route";
import { env } from "@/lib/core/env/env";
import { sandboxCallback } from "@/lib/protocol/authorize/match-redirect-uri";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedUser,
  mintClient,
  mintCompany,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";
import { mintExtension, mintInstallation, REDIRECT_URI } from "@/test/factories/mint-installation";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { configureTestEnv } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { routeFiles, serveRoutes } from "@/test/requests/serve-routes";

let routes: Awaited<ReturnType<typeof serveRoutes>>;

afterEach(() => {
  routes.close();
  configureTestEnv();
});

/** The handlers outside the endpoint table. */
const handlers = (
  await Promise.all(routeFiles.map(async ({ path, load }) => ({ path, route: await load() })))
)
  .filter(({ route }) => route.GET !== answersEndpoints)
  .flatMap(({ path, route }) =>
    Object.keys(route)
      .filter((name) => /^[A-Z]+$/.test(name))
      .map((method) => [method, path.replace(/\{\w+\}/g, "1")] as const),
  );

/** Next computes these from the body. */
const OF_THE_BODY = /^(content-length|content-encoding|transfer-encoding)$/;

describe("a handler outside the endpoint table", () => {
  it.each(handlers)(
    "security 128: each header that %s %s sets arrives once, as it is",
    async (method, path) => {
      routes = await serveRoutes();
      const { owner } = await mintOrganization();
      for (const headers of [{}, browserHeaders(owner)]) {
        const form = method === "POST" ? new URLSearchParams({ theme: "dark" }) : undefined;
        const { headers: received, returnedHeaders } = await routes.send({
          method,
          path,
          headers,
          form,
        });
        const returned = [...(returnedHeaders ?? [])].filter(([name]) => !OF_THE_BODY.test(name));
        expect(returned).not.toEqual([]);
        for (const [name, value] of returned) {
          if (name !== "set-cookie") expect(received[name], name).toEqual([value]);
        }
        expect(received["set-cookie"] ?? []).toEqual(returnedHeaders?.getSetCookie());
        expect(received["x-frame-options"]).toEqual(["DENY"]);
      }
    },
  );
});

describe.each(["1", "0"])("with FAST_LANE=%s", (lane) => {
  /** Sends a request as a person's browser does, and expects what a response with a secret needs. */
  async function expectSecret(as: MintedUser, method: string, path: string, fields?: object) {
    configureTestEnv({ FAST_LANE: lane });
    routes = await serveRoutes();
    const headers = { cookie: as.cookie, origin: env().baseUrl };
    const form = fields && new URLSearchParams(Object.entries(fields));
    const received = await routes.send({ method, path, headers, form });
    expect(received.headers["referrer-policy"]).toEqual(["no-referrer"]);
    expect(received.headers["cache-control"]).toEqual(["no-store"]);
    expect(received.headers["content-security-policy"]).toHaveLength(1);
    expect(received.headers["content-security-policy"]?.[0]).toMatch(/^default-src 'none'/);
    expect(received.headers["content-security-policy"]?.[0]).not.toContain("script-src");
    return { ...received, text: `${received.headers.location ?? ""}${received.body}` };
  }

  const authorizePath = (companyId: number, clientId: string, more: Record<string, string> = {}) =>
    `${OAUTH_PATH}/company/${companyId}/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "company/products/read",
      state: "a state",
      ...more,
    })}`;

  it("security 128: the page after Allow, with a code, has no referrer, no script, and no cache", async () => {
    const extension = await mintExtension();
    const id = await requestConsent(extension);
    const fields = { csrf_token: csrfToken(id, extension.seller), decision: "allow" };
    const { text } = await expectSecret(
      extension.seller,
      "POST",
      `/consent/${id}/decision`,
      fields,
    );
    expect(text).toMatch(/shipfast\.example\.com\/fp\/auth\?code=/);
  });

  it("security 128: authorize redirects with a code without a referrer, script, or cache", async () => {
    const { seller, companyId, client } = await mintInstallation();
    const path = authorizePath(companyId, client.clientId);
    expect((await expectSecret(seller, "GET", path)).text).toContain(`${REDIRECT_URI}?code=`);
  });

  it("security 128: authorize redirects with an error without a referrer, script, or cache", async () => {
    const { seller, companyId, client } = await mintExtension();
    const path = authorizePath(companyId, client.clientId, { prompt: "none" });
    expect((await expectSecret(seller, "GET", path)).text).toContain(`${REDIRECT_URI}?error=`);
  });

  it("security 128: our own callback answers a code without a referrer, script, or cache", async () => {
    const { organizationId, companyId, owner } = await mintOrganization();
    const scopes = ["company/products/read"];
    const client = await mintClient(organizationId, { scopes, redirectUrls: [sandboxCallback()] });
    await mintGrant(client.clientId, companyId, scopes);
    const query = { scope: scopes.join(), redirect_uri: sandboxCallback() };
    const launched = await callAuthorize({ client, companyId, seller: owner }, query);
    const { code } = redirectParameters(launched);
    const accepted = await expectSecret(owner, "GET", `/sandbox/callback?code=${code}`);
    expect(accepted.text).toContain("/connect?");
    routes.close();
    expect((await expectSecret(owner, "GET", "/sandbox/callback?code=x")).status).toBe(400);
  });

  it("security 128: a page with recovery codes has no referrer, no script, and no cache", async () => {
    const { seller } = await mintCompany();
    const { secret } = await mintSecondFactor(seller.userId);
    const path = "/profile/second-factor/recovery-codes";
    const fields = { password: MINTED_PASSWORD, code: codeOf(secret) };
    expect((await expectSecret(seller, "POST", path, fields)).text).toContain("<pre");
  });

  it("security 128: a page with an invitation link has no referrer, no script, and no cache", async () => {
    const { companyId, seller } = await mintCompany();
    const path = `/company/${companyId}/people/invite`;
    const fields = { email: "someone@example.com", role: "staff" };
    expect((await expectSecret(seller, "POST", path, fields)).text).toContain("/invitation/");
  });

  it("security 128: forms and callbacks with a token in their address answer without a referrer", async () => {
    const { seller } = await mintCompany();
    const addresses = [
      ["GET", "/api/auth/callback/oidc?code=c&state=s"],
      ["GET", "/sign-in/start?return_to=%2Finvitation%2Ftoken"],
      ["POST", "/setup/token/operator"],
      ["POST", "/recover/token/password"],
      ["POST", "/invitation/token/accept"],
    ];
    for (const [method = "", path = ""] of addresses) {
      await expectSecret(seller, method, path, method === "POST" ? {} : undefined);
      routes.close();
    }
  });
});
