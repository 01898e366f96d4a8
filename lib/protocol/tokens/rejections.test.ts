import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { rejectLostScopes } from "@/lib/protocol/tokens/invalid-grant";
import { rejectCode } from "@/lib/protocol/tokens/reject-code";
import { rejectRefreshToken } from "@/lib/protocol/tokens/reject-refresh-token";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintPresentedToken } from "@/test/requests/present-refresh-token";
import { mintPresentedCode } from "@/test/requests/redeem-code";
import { contextOf } from "@/test/requests/token-context";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

type SentScopes = { scopes?: string[] };
type Case = [what: string, sent: SentScopes, denial: object];

const cases = (what: string): Case[] => [
  [
    "a scope that was not granted",
    { scopes: [ORDERS, "company/payments/read"] },
    {
      code: "invalid_scope",
      message: `The ${what} was not granted: company/payments/read.`,
      diagnosis: { check: "scope_granted" },
    },
  ],
  [
    "scopes separated by a bar",
    { scopes: [`${ORDERS}|${PRODUCTS}`] },
    { code: "invalid_scope", diagnosis: { check: "scope_form" } },
  ],
];

const revokeTokens: Change = ({ grantId }) =>
  db().refreshToken.updateMany({ where: { grantId }, data: { revokedAt: new Date() } });
const contextOfScene = ({ installation, subject }: Scene) =>
  contextOf(installation.client, subject);

describe.each(["online", "offline"] as const)("a code sent for an %s token", (kind) => {
  it.each(cases("code"))("is rejected with %s", async (_what, sent, denial) => {
    const scene = await mintScene("company");
    const code = { ...(await mintPresentedCode(scene)), ...sent };
    expect(await rejectCode(kind, contextOfScene(scene), code)).toMatchObject(denial);
  });

  it("is rejected if the client lost all of its scopes", async () => {
    const scene = await mintScene("company");
    const code = await mintPresentedCode(scene);
    await changeClient({ scopes: [] })(scene);
    expect(await rejectCode(kind, contextOfScene(scene), code)).toMatchObject({
      message: expect.stringContaining("None of the scopes can be issued any more."),
    });
  });

  it("may come with the redirect_uri of the authorize request", async () => {
    const scene = await mintScene("company");
    const code = { ...(await mintPresentedCode(scene)), redirectUri: REDIRECT_URI };
    const denial = await rejectCode(kind, contextOfScene(scene), { ...code, scopes: ["other"] });
    expect(denial.diagnosis.check).toBe("scope_granted");
  });

  it.each([
    [null, "The request has a code_verifier, but the authorize request had no code_challenge."],
    ["a", "code_verifier does not match the code_challenge."],
  ])("whose code_challenge is %j is rejected with another verifier", async (codeChallenge, why) => {
    const scene = await mintScene("company");
    const code = await mintPresentedCode(scene, { codeChallenge });
    const sent = { ...code, codeChallenge: "b" };
    const denial = await rejectCode(kind, contextOfScene(scene), sent);
    expect(denial.message).toContain(why);
  });

  it("is rejected with a general message if nothing is wrong by now", async () => {
    const scene = await mintScene("company");
    const code = await mintPresentedCode(scene);
    expect(await rejectCode(kind, contextOfScene(scene), code)).toMatchObject({
      code: "invalid_grant",
      message: "The code could not be used. Run the authorization flow again.",
    });
  });
});

it.each([
  ["for an offline token only", { offlineOnly: true }],
  ["whose session has ended", { sessionId: newId() }],
])("a code %s is not rejected for that at offline-token", async (_what, columns) => {
  const scene = await mintScene("company");
  const code = await mintPresentedCode(scene, columns);
  expect((await rejectCode("offline", contextOfScene(scene), code)).diagnosis.check).toBe(
    "code_known",
  );
  expect((await rejectCode("online", contextOfScene(scene), code)).diagnosis.check).not.toBe(
    "code_known",
  );
});

it("a code without scopes has not lost one", () => {
  expect(rejectLostScopes([], { clientScopes: [], grantedScopes: [] })).toBeNull();
});

describe("a refresh token", () => {
  const reject = async (sent: SentScopes = {}, change = changeClient({})) => {
    const scene = await mintScene("company");
    const presented = { ...(await mintPresentedToken(scene)), ...sent };
    await change(scene);
    return rejectRefreshToken(contextOfScene(scene), newToken("refresh"), presented);
  };

  it.each(cases("refresh token"))("is rejected with %s", async (_what, sent, denial) => {
    expect(await reject(sent)).toMatchObject(denial);
  });

  it("is rejected if the client lost all of its scopes", async () => {
    expect(await reject({}, changeClient({ scopes: [] }))).toMatchObject({
      message: expect.stringContaining("None of the scopes can be issued any more."),
    });
  });

  it.each([
    ["its grant was revoked", changeGrant({ revokedAt: new Date() })],
    ["its grant is in a later epoch", changeGrant({ epoch: 2 })],
    ["it was revoked", revokeTokens],
  ])("is rejected if %s", async (_when, change) => {
    expect(await reject({}, change)).toMatchObject({
      message: expect.stringContaining("The refresh token was revoked"),
    });
  });

  it("is rejected with a general message if nothing is wrong by now", async () => {
    expect(await reject()).toMatchObject({
      code: "invalid_grant",
      message: "The refresh token could not be used. Run the authorization flow again.",
    });
  });

  it.each([
    ["something else", newId(), "refresh_token_form"],
    ["an unknown refresh token", newToken("refresh"), "refresh_token_known"],
  ])("is rejected if it is %s", async (_what, token, check) => {
    const scene = await mintScene("company");
    const otherScene = await mintScene("company");
    const presented = await mintPresentedToken(otherScene);
    const denial = await rejectRefreshToken(contextOfScene(scene), token, presented);
    expect(denial).toMatchObject({ code: "invalid_grant", diagnosis: { check } });
  });
});
