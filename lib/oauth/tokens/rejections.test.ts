import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/crypto/ids";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { rejectCode } from "@/lib/oauth/tokens/reject-code";
import { rejectRefreshToken } from "@/lib/oauth/tokens/reject-refresh-token";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintPresentedToken } from "@/test/requests/present-refresh-token";
import { mintPresentedCode } from "@/test/requests/redeem-code";
import { contextOf } from "@/test/requests/token-context";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

type Sent = { scopes?: string[] };
type Case = [what: string, sent: Sent, denial: object];

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

  it("is rejected without a reason if nothing is wrong any more", async () => {
    const scene = await mintScene("company");
    const code = await mintPresentedCode(scene);
    expect(await rejectCode(kind, contextOfScene(scene), code)).toMatchObject({
      code: "invalid_grant",
      message: "The code could not be used. Run the authorization flow again.",
    });
  });
});

describe("a refresh token", () => {
  const reject = async (sent: Sent = {}, change = changeClient({})) => {
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

  it("is rejected without a reason if nothing is wrong any more", async () => {
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
    const other = await mintScene("company");
    const presented = await mintPresentedToken(other);
    const denial = await rejectRefreshToken(contextOfScene(scene), token, presented);
    expect(denial).toMatchObject({ code: "invalid_grant", diagnosis: { check } });
  });
});
