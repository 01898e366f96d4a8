import { hash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { GET as answer } from "@/lib/api/route";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import type { TokenCall } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";
import { askToken, exchangeAt, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

const KINDS = ["online", "offline"] as const;
const NO_VALUE = ["", " ", "\t\r\n", "\u00a0"];
const NO_TEXT = [[], [""], 0, 1, true, false, {}, null];
const FORM = "application/x-www-form-urlencoded";
const GRANT = { grant_type: "authorization_code" };

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

describe.each(KINDS)("a token request at the %s endpoint", (kind) => {
  it.each(["company", "organization"] as const)(
    "revokes nothing for a %s when it is a refresh without its token",
    async (of) => {
      scene = await mintScene(of);
      const { clientId } = scene.installation.client;
      const exchange = { ...GRANT, code: await mintSceneCode(scene) };
      await askToken("online", scene, { json: exchange });
      const { body } = await askToken("offline", scene, { json: exchange });
      const live = await countUnrevoked(clientId);
      expect(live).toEqual({ access: 2, refresh: 1 });

      const repeated = `${new URLSearchParams(exchange)}&refresh_token=&refresh_token=`;
      const calls: TokenCall[] = [
        ...NO_VALUE.map((refresh_token) => ({ form: { ...exchange, refresh_token } })),
        ...[...NO_VALUE, ...NO_TEXT].map((value) => ({
          json: { ...exchange, refresh_token: value },
        })),
        { raw: repeated, headers: { "content-type": FORM } },
      ];
      for (const call of calls) {
        const { status, body: denied } = await askToken(kind, scene, call);
        expect([call, status, denied.error]).toEqual([call, 400, "invalid_request"]);
        expect(denied.message).toContain('"refresh_token"');
      }
      const where = { clientId, outcome: "refused" } as const;
      const event = await db().authorizationEvent.findFirst({ where });
      expect(event).toMatchObject({ kind: "refresh", reason: "invalid_request" });
      expect(await countUnrevoked(clientId)).toEqual(live);
      const refresh = { ...exchange, refresh_token: textOf(body.refresh_token) };
      expect((await askToken(kind, scene, { json: refresh })).status).toBe(200);
    },
  );

  it("does not use a code up that it does not contain", async () => {
    const exchange = { ...GRANT, code: await mintSceneCode(scene) };
    const first = await askToken(kind, scene, { json: { ...exchange, refresh_token: null } });
    expect(first.body.error).toBe("invalid_request");
    for (const code of NO_VALUE) {
      const { body } = await askToken(kind, scene, { form: { ...exchange, code } });
      expect(body.error).toBe("invalid_request");
      expect(body.message).toContain(code === "" ? '"code" is missing' : '"code" is empty');
    }
    expect((await askToken(kind, scene, { json: exchange })).status).toBe(200);
  });
});

describe("a parameter of a token request without a value", () => {
  const OTHERS = ["redirect_uri", "scope", "state", "client_id", "client_secret", "token"];

  it.each(["", null])("is a missing one, also a code_verifier: %j", async (value) => {
    const empty = Object.fromEntries([...OTHERS, "code_verifier"].map((name) => [name, value]));
    const code = await mintSceneCode(scene);
    expect((await exchangeAt("online", scene, code, empty)).status).toBe(200);
    const codeChallenge = hash("sha256", "v".repeat(50), "base64url");
    const bound = await mintSceneCode(scene, { codeChallenge });
    const { status, body } = await exchangeAt("online", scene, bound, empty);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect(body.message).toContain("code_verifier is missing");
    const missing = await askToken("online", scene, { json: { grant_type: value } });
    expect(missing.body.message).toContain('"grant_type" is missing');
  });

  it("is no secret that its address leaks, unless it is repeated with a value", async () => {
    const code = await mintSceneCode(scene);
    const askWith = (query: string) =>
      askToken("online", scene, { json: { ...GRANT, code }, query });
    expect((await askWith(`?code=&code=${code}`)).body.message).toContain("must be in the body");
    expect((await askWith("?code=&client_secret=&tracing=1")).status).toBe(200);
  });

  // RFC 6749 section 3.3: a request without scope gets a default.
  it.each([undefined, null, "", " , ", [], [""], "offline_access"])(
    "asks for everything at each endpoint if it is the scope: %j",
    async (scope) => {
      const refreshToken = await mintRefreshToken(scene.installation);
      const answers = [
        await exchangeAt("online", scene, await mintSceneCode(scene), { scope }),
        await refreshAt(scene, refreshToken, { scope }),
        await askToken("offline", scene, { json: { grant_type: "client_credentials", scope } }),
      ];
      const everything = INSTALLED_SCOPES.join(",");
      expect(answers.map(({ body }) => body.scope)).toEqual(Array(3).fill(everything));
      const sent = { scope: typeof scope === "string" ? scope : null };
      const launch = await callAuthorize(scene.installation, sent);
      expect(redirectParameters(launch)).toHaveProperty("code");
    },
  );
});

describe("an Authorization header without credentials", () => {
  it("is an absent one beside credentials in the body, and alone is no authentication", async () => {
    const { clientId, clientSecret } = scene.installation.client;
    const inBody = { client_id: clientId, client_secret: clientSecret };
    for (const authorization of ["", " ", "Basic", "Basic ", "basic", "Bearer", "Bearer  "]) {
      const exchange = { ...GRANT, code: await mintSceneCode(scene) };
      const alone = await askToken("online", scene, { json: exchange, authorization });
      expect([alone.status, alone.body.error]).toEqual([401, "invalid_client"]);
      const json = { ...exchange, ...inBody };
      const beside = await askToken("online", scene, { json, authorization });
      expect([authorization, beside.status]).toEqual([authorization, 200]);
    }
    const key = await mintServiceKey(["platform/log/read"]);
    const ofKey = { client_id: key.clientId, client_secret: key.clientSecret };
    const others: Record<string, Record<string, string>> = {
      "oauth/introspect": { token: newToken("offline"), ...inBody },
      "oauth/revoke": { token: newToken("offline"), token_type_hint: "", ...inBody },
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
  ])("is not one with other content: %s beside credentials in the body is a 401", async (sent) => {
    const { clientId: client_id, clientSecret: client_secret } = scene.installation.client;
    const json = { grant_type: "client_credentials", client_id, client_secret };
    const { status, body } = await askToken("online", scene, { json, authorization: sent });
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});
