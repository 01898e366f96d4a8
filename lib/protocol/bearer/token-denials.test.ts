import { describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { findOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import { fixByRenewal, scopeMissing, tokenNotLive } from "@/lib/protocol/bearer/token-denials";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, changeGrant, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";

const REASON = "It broke our rules.";
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

const ownerOf = ({ installation, subject }: Scene, kind: "offline" | "online") => ({
  ...{ clientId: installation.client.clientId, ...subject, kind, scopes: INSTALLED_SCOPES },
});

it.each([
  ["client_credentials", ["client_credentials"], { kind: "use_client_credentials" }],
  ["client_credentials", ["x"], { kind: "register_grant", grant: "client_credentials" }],
  ["offline", ["refresh_token"], { kind: "refresh_token" }],
  ["offline", ["authorization_code"], { kind: "run_authorize_again" }],
  ["online", ["refresh_token", "authorization_code"], { kind: "run_authorize_again" }],
] as const)("a token of kind %s is replaced by a grant of its client's %j", (kind, grants, fix) => {
  expect(fixByRenewal(kind, grants)).toEqual(fix);
});

// access-tokens.test.ts has the checks and messages.
it.each([
  ["expired", "refresh_token"],
  ["revoked", "run_authorize_again"],
  ["client_deleted", "restore_client"],
  ["client_inactive", "activate_client"],
  ["client_suspended", "contact_platform"],
  ["publisher_suspended", "contact_platform"],
  ["subject_suspended", "contact_platform"],
  ["client_was_inactive", "refresh_token"],
  ["secret_ended", "refresh_token"],
  ["seller_left", "run_authorize_again"],
  ["signed_out", "run_authorize_again"],
] as const)("the error for a token that is %s says what to do", async (state, fix) => {
  const scene = await mintScene("company");
  await changeClient({ suspensionReason: REASON, suspendedAt: new Date() })(scene);
  const token = await mintAccessToken(scene.installation, "offline");
  const error = await tokenNotLive(ownerOf(scene, "offline"), state, tokenKey(token));
  expect(error.diagnosis).toMatchObject({ fix: { kind: fix } });
  expect(error.message.includes(REASON)).toBe(state === "client_suspended");
});

describe("the failure log of a client whose organization's token is not live", () => {
  it.each([
    ["online", { expiresAt: aMinuteAgo() }, "token_expired", "run_authorize_again"],
    ["online", { revokedAt: new Date() }, "token_revoked", "run_authorize_again"],
    ["client_credentials", { expiresAt: aMinuteAgo() }, "token_expired", "use_client_credentials"],
  ] as const)("names the reason and the fix for a token (%s, %j)", async (...row) => {
    const [kind, columns, name, fix] = row;
    const { person, installation, ...scene } = await mintScene("organization");
    const ofKind =
      kind === "online" ? { userId: person.userId } : { grantId: null, grantEpoch: null };
    const token = await mintAccessToken(installation, kind, {
      ...{ ...scene.columns, ...ofKind, ...columns },
    });
    const diagnosis = { check: "access_token_live", difference: [{ name }], fix: { kind: fix } };
    await expect(findOrganizationToken(token)).rejects.toMatchObject({ diagnosis });
  });

  it.each([
    [{ deletedAt: new Date() }, "restore_client"],
    [{ isActive: false }, "activate_client"],
    [{ suspendedAt: new Date(), suspensionReason: REASON }, "contact_platform"],
  ])("names the fix for a client (%j)", async (data, fix) => {
    const scene = await mintScene("organization");
    const token = await mintAccessToken(scene.installation, "offline", scene.columns);
    await changeClient(data)(scene);
    const diagnosis = { fix: { kind: fix } };
    await expect(findOrganizationToken(token)).rejects.toMatchObject({ diagnosis });
  });
});

describe("the error for a token without a scope", () => {
  const missing = async (scene: Scene, wanted: string[], token?: string) => {
    const key = tokenKey(token ?? (await mintAccessToken(scene.installation, "offline")));
    return scopeMissing(wanted, "one of them", ownerOf(scene, "offline"), key);
  };

  it("names a scope that it was meant to have, and otherwise the first one", async () => {
    const scene = await mintScene("company");
    expect((await missing(scene, ["x", PRODUCTS])).message).toContain(PRODUCTS);
    await changeGrant({ scopes: [ORDERS] })(scene);
    expect((await missing(scene, ["x", PRODUCTS])).message).toContain(PRODUCTS);
    await changeClient({ scopes: ["y"] })(scene);
    expect((await missing(scene, ["x", ORDERS])).message).toContain(ORDERS);
    expect((await missing(scene, ["company/a/read", "b"])).message).toContain("company/a/read");
  });

  it("asks to start over if the token is unknown", async () => {
    const error = await missing(await mintScene("company"), [ORDERS], newToken("offline"));
    expect(error.code).toBe("insufficient_scope");
  });
});
