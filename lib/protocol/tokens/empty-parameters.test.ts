import { hash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCode } from "@/test/factories/mint-code";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { callToken, type TokenCall } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

const kinds = ["online", "offline"] as const;
const NO_VALUE = ["", " ", "\t\r\n", "\u00a0"];
const NO_TEXT = [[], [""], 0, 1, true, false, {}];
const FORM = "application/x-www-form-urlencoded";

let scene: Scene;

const callAs = (kind: (typeof kinds)[number], call: TokenCall) => {
  const { companyId, organizationId } = scene.subject;
  const subject =
    companyId === null ? `organization/${organizationId}` : `company/${String(companyId)}`;
  return callToken(kind, scene.installation, { ...call, subject });
};

const mintSceneCode = (columns: Parameters<typeof mintCode>[1] = {}) =>
  mintCode(scene.installation, { ...scene.columns, userId: scene.person.userId, ...columns });

/** The parameters as JSON and as a form. */
function bothForms(parameters: Record<string, string>): TokenCall[] {
  return [{ json: parameters }, { form: parameters }];
}

describe.each(["company", "organization"] as const)("for a %s,", (of) => {
  beforeEach(async () => {
    scene = await mintScene(of);
  });

  it.each(kinds)("a refresh without its token at the %s endpoint revokes nothing", async (kind) => {
    const code = await mintSceneCode();
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
    expect(await countUnrevoked(clientId)).toEqual(live);
    const refresh = { ...exchange, refresh_token: textOf(body.refresh_token) };
    expect((await callAs(kind, { json: refresh })).status).toBe(200);
  });
});

describe("a token request", () => {
  beforeEach(async () => {
    scene = await mintScene("company");
  });

  it.each(kinds)("at the %s endpoint says that its refresh token is empty", async (kind) => {
    for (const grant_type of ["authorization_code", "refresh_token"]) {
      const { body } = await callAs(kind, { json: { grant_type, refresh_token: "" } });
      expect(body).toMatchObject({
        error: "invalid_request",
        message: 'The parameter "refresh_token" is empty. Send its value, or leave it out.',
      });
    }
    const [event] = await db().authorizationEvent.findMany({
      where: { clientId: scene.installation.client.clientId },
    });
    expect(event).toMatchObject({ kind: "refresh", reason: "invalid_request" });
  });

  it.each(kinds)("at the %s endpoint without a code does not use one up", async (kind) => {
    const code = await mintSceneCode();
    const exchange = { grant_type: "authorization_code", code };
    const first = await callAs(kind, { json: { ...exchange, refresh_token: null } });
    expect(first.body.error).toBe("invalid_request");
    for (const sent of NO_VALUE) {
      const { body } = await callAs(kind, { form: { ...exchange, code: sent } });
      expect(body).toMatchObject({
        error: "invalid_request",
        message: expect.stringContaining('"code" is empty'),
      });
    }
    expect((await callAs(kind, { json: exchange })).status).toBe(200);
  });

  it("with an empty code_verifier revokes neither the code nor its tokens", async () => {
    const code_verifier = "v".repeat(50);
    const code = await mintSceneCode({ codeChallenge: hash("sha256", code_verifier, "base64url") });
    const exchange = { grant_type: "authorization_code", code };
    expect((await callAs("online", { json: { ...exchange, code_verifier } })).status).toBe(200);
    for (const sent of NO_VALUE) {
      for (const call of bothForms({ ...exchange, code_verifier: sent })) {
        const { body } = await callAs("offline", call);
        expect(body).toMatchObject({
          error: "invalid_request",
          message: expect.stringContaining('"code_verifier" is empty'),
        });
      }
    }
    const { clientId } = scene.installation.client;
    expect(await countUnrevoked(clientId)).toEqual({ access: 1, refresh: 0 });
    expect((await callAs("offline", { json: { ...exchange, code_verifier } })).status).toBe(200);
  });
});
