import { describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { findOrganizationToken } from "@/lib/protocol/bearer/authenticate-caller";
import { fixByRenewal, scopeMissing, tokenNotLive } from "@/lib/protocol/bearer/token-denials";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";

const REASON = "It broke our rules.";
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

const SUSPENSION = { suspensionReason: REASON, suspendedAt: new Date() };
const nothing: Change = async () => undefined;
const withFix = (kind: string) => ({ fix: { kind } });
const byEnd = (name: string) => ({
  check: "access_token_live",
  difference: [{ name }],
  ...withFix("run_authorize_again"),
});

const ownerOf = ({ installation, subject }: Scene, kind: "offline" | "online") => ({
  clientId: installation.client.clientId,
  ...subject,
  kind,
  scopes: INSTALLED_SCOPES,
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
  await changeClient(SUSPENSION)(scene);
  const token = await mintAccessToken(scene.installation, "offline");
  const error = await tokenNotLive(ownerOf(scene, "offline"), state, tokenKey(token));
  expect(error.diagnosis).toMatchObject({ fix: { kind: fix } });
  expect(error.message.includes(REASON)).toBe(state === "client_suspended");
});

// rejected-tokens.test.ts has a client's own token.
it.each<[string, object, Change, object]>([
  ["expired", { expiresAt: aMinuteAgo() }, nothing, byEnd("token_expired")],
  ["was revoked", { revokedAt: new Date() }, nothing, byEnd("token_revoked")],
  [
    "is of a deleted client",
    {},
    changeClient({ deletedAt: new Date() }),
    withFix("restore_client"),
  ],
  ["is of an inactive client", {}, changeClient({ isActive: false }), withFix("activate_client")],
  ["is of a suspended client", {}, changeClient(SUSPENSION), withFix("contact_platform")],
])("an organization's token that %s says what to do", async (_what, columns, change, diagnosis) => {
  const { person, ...scene } = await mintScene("organization");
  const token = await mintAccessToken(scene.installation, "online", {
    ...scene.columns,
    userId: person.userId,
    ...columns,
  });
  await change({ person, ...scene });
  await expect(findOrganizationToken(token)).rejects.toMatchObject({ diagnosis });
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
