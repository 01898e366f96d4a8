import { describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import { findOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import { fixByRenewal, scopeMissing, tokenNotLive } from "@/lib/protocol/bearer/token-denials";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  changeClient,
  changeGrant,
  leave,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";

const REASON = "It broke our rules.";
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

const ownerOf = ({ installation, subject }: Scene, kind: "offline" | "online") => ({
  ...{ clientId: installation.client.clientId, ...subject, kind, scopes: INSTALLED_SCOPES },
});

describe("what replaces a token that has ended", () => {
  it.each([
    ["client_credentials", ["client_credentials"], { kind: "use_client_credentials" }],
    ["client_credentials", ["x"], { kind: "register_grant", grant: "client_credentials" }],
    ["offline", ["refresh_token"], { kind: "refresh_token" }],
    ["offline", ["authorization_code"], { kind: "run_authorize_again" }],
    ["online", ["refresh_token", "authorization_code"], { kind: "run_authorize_again" }],
  ] as const)("of kind %s depends on the client's grants %j", (kind, grants, fix) => {
    expect(fixByRenewal(kind, grants)).toEqual(fix);
  });
});

describe("the error for a token that is not live", () => {
  it.each([
    ["expired", "access_token_live", "refresh_token"],
    ["revoked", "grant_live", "run_authorize_again"],
    ["client_deleted", "client_active", "restore_client"],
    ["client_inactive", "client_active", "activate_client"],
    ["client_suspended", "client_not_suspended", "contact_platform"],
    ["publisher_suspended", "publisher_active", "contact_platform"],
    ["subject_suspended", "subject_active", "contact_platform"],
    ["client_was_inactive", "access_token_live", "refresh_token"],
    ["secret_ended", "access_token_live", "refresh_token"],
    ["seller_left", "seller_belongs", "run_authorize_again"],
    ["signed_out", "session_live", "run_authorize_again"],
  ] as const)("because it is %s names the check and what to do", async (state, check, fix) => {
    const scene = await mintScene("company");
    await changeClient({ suspensionReason: REASON, suspendedAt: new Date() })(scene);
    const token = await mintAccessToken(scene.installation, "offline");
    const error = await tokenNotLive(ownerOf(scene, "offline"), state, tokenKey(token));
    expect(error.diagnosis).toMatchObject({ check, fix: { kind: fix } });
    expect(error.message.includes(REASON)).toBe(state === "client_suspended");
  });
});

describe("the failure log of a client whose organization token is not live", () => {
  const diagnose = async (token: string) => {
    const error: unknown = await findOrganizationToken(token).catch((thrown: unknown) => thrown);
    if (!(error instanceof ServiceError)) throw new Error("The token is live");
    return error.diagnosis;
  };

  it.each([
    ["it expired", null, { check: "access_token_live", fix: { kind: "run_authorize_again" } }],
    [
      "its grant was revoked",
      changeGrant({ revokedAt: new Date() }),
      { check: "access_token_live", difference: [{ name: "token_revoked" }] },
    ],
    [
      "its client was deleted",
      changeClient({ deletedAt: new Date() }),
      { check: "client_active", fix: { kind: "restore_client" } },
    ],
    [
      "its client is inactive",
      changeClient({ isActive: false }),
      { check: "client_active", fix: { kind: "activate_client" } },
    ],
    [
      "its client is suspended",
      changeClient({ suspendedAt: new Date(), suspensionReason: REASON }),
      { check: "client_not_suspended", fix: { kind: "contact_platform" } },
    ],
    ["the client's organization is suspended", suspendPublisher, { check: "publisher_active" }],
    ["its organization is suspended", suspendSubject, { check: "subject_active" }],
    ["its person left", leave, { difference: [{ name: "token_seller_left" }] }],
  ])("says that %s", async (_what, change, expected) => {
    const scene = await mintScene("organization");
    const columns = { ...scene.columns, userId: scene.person.userId };
    const expired = change ? {} : { expiresAt: aMinuteAgo() };
    const token = await mintAccessToken(scene.installation, "online", { ...columns, ...expired });
    await change?.(scene);
    expect(await diagnose(token)).toMatchObject(expected);
  });

  it("says how its own token is replaced", async () => {
    const { installation, subject } = await mintScene("organization");
    const ownToken = { ...subject, grantId: null, grantEpoch: null, expiresAt: aMinuteAgo() };
    const token = await mintAccessToken(installation, "client_credentials", ownToken);
    const fix = { kind: "use_client_credentials" };
    expect(await diagnose(token)).toMatchObject({ check: "access_token_live", fix });
  });
});

describe("the error for a token without a scope", () => {
  const missing = async (scene: Scene, wanted: string[]) => {
    const token = await mintAccessToken(scene.installation, "offline");
    return scopeMissing(wanted, "one of them", ownerOf(scene, "offline"), tokenKey(token));
  };

  it("names a scope that the company granted, or that the client is registered for", async () => {
    const scene = await mintScene("company");
    expect((await missing(scene, ["x", PRODUCTS])).message).toContain(PRODUCTS);
    await changeGrant({ scopes: [ORDERS] })(scene);
    expect((await missing(scene, ["x", PRODUCTS])).message).toContain(PRODUCTS);
    await changeClient({ scopes: ["y"] })(scene);
    expect((await missing(scene, ["x", ORDERS])).message).toContain(ORDERS);
  });

  it("names the first one if it was meant to have none", async () => {
    const scene = await mintScene("company");
    const error = await missing(scene, ["company/a/read", "company/b/read"]);
    expect(error.message).toContain("company/a/read");
  });

  it("asks to start over if the token is unknown", async () => {
    const scene = await mintScene("company");
    const key = tokenKey(newToken("offline"));
    const error = await scopeMissing([ORDERS], ORDERS, ownerOf(scene, "offline"), key);
    expect(error.code).toBe("insufficient_scope");
  });
});
