import { hash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { GET as answer } from "@/lib/api/route";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import type { TokenCall } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";
import { askToken, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

const kinds = ["online", "offline"] as const;
const NO_VALUE = ["", " ", "\t\r\n", "\u00a0"];
const NO_TEXT = [[], [""], 0, 1, true, false, {}];
const FORM = "application/x-www-form-urlencoded";

let scene: Scene;

const callAs = (kind: (typeof kinds)[number], call: TokenCall) => askToken(kind, scene, call);
const mintOwnCode = (columns: Parameters<typeof mintSceneCode>[1] = {}) =>
  mintSceneCode(scene, columns);

/** The parameters as JSON and as a form. */
function bothForms(parameters: Record<string, string>): TokenCall[] {
  return [{ json: parameters }, { form: parameters }];
}

describe.each(["company", "organization"] as const)("for a %s,", (of) => {
  beforeEach(async () => {
    scene = await mintScene(of);
  });

  it.each(kinds)("a refresh without its token at the %s endpoint revokes nothing", async (kind) => {
    const code = await mintOwnCode();
    const { clientId } = scene.installation.client;
    const exchange = { grant_type: "authorization_code", code };
    await callAs("online", { json: exchange });
    const { body } = await callAs("offline", { json: exchange });
    const live = await countUnrevoked(clientId);
    expect(live).toEqual({ access: 2, refresh: 1 });

    const repeated = `${new URLSearchParams(exchange)}&refresh_token=&refresh_token=`;
    const calls: TokenCall[] = [
      ...NO_VALUE.flatMap((refresh_token) => bothForms({ ...exchange, refresh_token })),
      ...[...NO_TEXT, null].map((refresh_token) => ({ json: { ...exchange, refresh_token } })),
      { raw: repeated, headers: { "content-type": FORM } },
    ];
    for (const call of calls) {
      const answer = await callAs(kind, call);
      expect({ call, status: answer.status, error: answer.body.error }).toEqual({
        call,
        status: 400,
        error: "invalid_request",
      });
      expect(answer.body.message).toContain('"refresh_token"');
    }
    const [event] = await db().authorizationEvent.findMany({
      where: { clientId, outcome: "refused" },
    });
    expect(event).toMatchObject({ kind: "refresh", reason: "invalid_request" });
    expect(await countUnrevoked(clientId)).toEqual(live);
    const refresh = { ...exchange, refresh_token: textOf(body.refresh_token) };
    expect((await callAs(kind, { json: refresh })).status).toBe(200);
  });
});

describe("a token request", () => {
  beforeEach(async () => {
    scene = await mintScene("company");
  });

  it.each(kinds)("at the %s endpoint without a code does not use one up", async (kind) => {
    const code = await mintOwnCode();
    const exchange = { grant_type: "authorization_code", code };
    const first = await callAs(kind, { json: { ...exchange, refresh_token: null } });
    expect(first.body.error).toBe("invalid_request");
    for (const sent of NO_VALUE) {
      const { body } = await callAs(kind, { form: { ...exchange, code: sent } });
      expect(body).toMatchObject({
        error: "invalid_request",
        message: expect.stringContaining(sent === "" ? '"code" is missing' : '"code" is empty'),
      });
    }
    expect((await callAs(kind, { json: exchange })).status).toBe(200);
  });

  it("with an empty code_verifier is one without: it works only for a code without a challenge", async () => {
    const challenge = { codeChallenge: hash("sha256", "v".repeat(50), "base64url") };
    for (const more of [{ code_verifier: "" }, { code_verifier: null }]) {
      const free = await mintOwnCode();
      const bound = await mintOwnCode(challenge);
      const exchange = { grant_type: "authorization_code", ...more };
      expect((await callAs("online", { json: { ...exchange, code: free } })).status).toBe(200);
      const { status, body } = await callAs("online", { json: { ...exchange, code: bound } });
      expect([status, body.error]).toEqual([400, "invalid_grant"]);
      expect(body.message).toContain("code_verifier is missing");
    }
  });

  it("with every other parameter empty, or null, works as without them", async () => {
    const others = ["redirect_uri", "scope", "state", "client_id", "client_secret", "token"];
    for (const value of ["", null]) {
      const empty = Object.fromEntries(others.map((name) => [name, value]));
      const code = await mintOwnCode();
      const json = { ...empty, grant_type: "authorization_code", code };
      expect((await callAs("online", { json })).status).toBe(200);
    }
    const missing = await callAs("online", { json: { grant_type: "" } });
    expect(missing.body.message).toContain('"grant_type" is missing');
  });

  it("with an empty secret in its address is not taken for one that leaks it", async () => {
    const code = await mintOwnCode();
    const json = { grant_type: "authorization_code", code };
    expect((await callAs("online", { json, query: "?code=&client_secret=" })).status).toBe(200);
    const repeated = await callAs("online", { json, query: `?code=&code=${code}` });
    expect(repeated.body.message).toContain("must be in the body");
  });

  it("security 8: whose parameter is repeated is rejected, even if one of the two is empty", async () => {
    for (const query of ["scope=&scope=a", "scope=a&scope=", "scope=&scope="]) {
      const raw = `grant_type=client_credentials&${query}`;
      const { status, body } = await callAs("online", { raw, headers: { "content-type": FORM } });
      expect([status, body.message]).toEqual([400, 'The parameter "scope" is repeated.']);
    }
  });
});

// RFC 6749 section 3.3: a request without scope gets a default.
it("an empty scope is a missing one at each endpoint: it asks for everything", async () => {
  scene = await mintScene("company");
  const refreshToken = await mintRefreshToken(scene.installation);
  const everything = INSTALLED_SCOPES.join(",");
  for (const scope of [undefined, null, "", " , ", [], [""], "offline_access"]) {
    const exchange = { grant_type: "authorization_code", code: await mintOwnCode(), scope };
    const answers = [
      await callAs("online", { json: exchange }),
      await refreshAt(scene, refreshToken, { scope }),
      await callAs("offline", { json: { grant_type: "client_credentials", scope } }),
    ];
    expect(answers.map(({ body }) => body.scope)).toEqual(answers.map(() => everything));
    if (Array.isArray(scope)) continue;
    const launch = await callAuthorize(scene.installation, { scope: scope ?? null });
    expect(redirectParameters(launch)).toHaveProperty("code");
  }
});

describe("an Authorization header without credentials", () => {
  const withoutCredentials = ["", " ", "Basic", "Basic ", "basic", "Bearer", "Bearer  "];

  beforeEach(async () => {
    scene = await mintScene("company");
  });

  it("is an absent one beside credentials in the body, and alone is no authentication", async () => {
    const { clientId, clientSecret } = scene.installation.client;
    const inBody = { client_id: clientId, client_secret: clientSecret };
    const token = newToken("offline");
    const grant = { grant_type: "authorization_code" };
    for (const authorization of withoutCredentials) {
      const code = await mintOwnCode();
      const exchange = { ...grant, code };
      const body = await callAs("online", { json: { ...exchange, ...inBody }, authorization });
      expect([authorization, body.status]).toEqual([authorization, 200]);
      const alone = await callAs("online", { json: exchange, authorization });
      expect([alone.status, alone.body.error]).toEqual([401, "invalid_client"]);
    }
    const key = await mintServiceKey(["platform/log/read"]);
    const ofKey = { client_id: key.clientId, client_secret: key.clientSecret };
    const others: Record<string, Record<string, string>> = {
      "oauth/introspect": { token, ...inBody },
      "oauth/revoke": { token, token_type_hint: "", ...inBody },
      "platform/oauth/token": { grant_type: "client_credentials", scope: "", ...ofKey },
    };
    for (const [path, sent] of Object.entries(others)) {
      const request = new Request(`${env().baseUrl}${OAUTH_PATH}/${path}`, {
        method: "POST",
        headers: { authorization: "" },
        body: new URLSearchParams(sent),
      });
      expect([path, (await answer(request)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    ...["Basic Og==", "Basic =", "Bearer undefined", "Digest", ", Basic", "Basic, Basic"],
    "undefined",
  ])(
    "is not one with other content: %s beside credentials in the body is a 401",
    async (authorization) => {
      const { clientId, clientSecret } = scene.installation.client;
      const json = {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      };
      const { status, body } = await callAs("online", { json, authorization });
      expect([status, body.error]).toEqual([401, "invalid_client"]);
    },
  );
});
