import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import type { StoreStatus } from "@/lib/core/import-status";
import { importAccessTokens, importRefreshTokens } from "@/lib/protocol/tokens/import-token";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeGrant, mintScene, type Scene } from "@/test/factories/mint-scene";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { statusOf } from "@/test/requests/import-lines";

/** The client and the subject of a token. */
type Owner = { client_id: string; company_id?: number; organization_id?: string };
/** What a test changes in a record. */
type Fields = { token?: string; token_sha256?: string; scopes?: string[]; expires_at?: string };

const EXPIRES_AT = new Date(Date.now() + 3_600_000).toISOString();
const LATER = new Date(Date.now() + 7_200_000).toISOString();
const [ORDERS, PRODUCTS] = ["company/orders/read", "company/products/read"];

let scene: Scene;
let owner: Owner;
let token: string;

/** Another client, company, or organization with the same grant. */
async function grantTo(changed: Partial<Owner>): Promise<Owner> {
  const { client_id, ...subject } = owner;
  const isOtherSubject = "company_id" in changed || "organization_id" in changed;
  const other = { client_id, ...(isOtherSubject ? {} : subject), ...changed };
  await db().grant.create({
    data: {
      id: newId(),
      clientId: other.client_id,
      companyId: other.company_id ?? null,
      organizationId: other.organization_id ?? null,
      scopes: INSTALLED_SCOPES,
    },
  });
  return other;
}

const otherOwners: [string, () => Promise<Partial<Owner>>][] = [
  [
    "client",
    async () => ({ client_id: (await mintClient(scene.installation.organizationId)).clientId }),
  ],
  ["company", async () => ({ company_id: (await mintCompany()).companyId })],
  ["organization", async () => ({ organization_id: (await mintOrganization()).organizationId })],
];

describe.each(["company", "organization"] as const)("a token of a %s", (of) => {
  describe.each(["refresh_token", "access_token"] as const)("imported as %s", (type) => {
    beforeEach(async () => {
      scene = await mintScene(of);
      const { companyId, organizationId } = scene.subject;
      const subject =
        companyId === null ? { organization_id: organizationId } : { company_id: companyId };
      owner = { client_id: scene.installation.client.clientId, ...subject };
      token = crypto.randomUUID();
    });

    async function importInto(tx: Database, whose: Owner, fields: Fields = {}) {
      const text = fields.token_sha256 === undefined ? { token } : {};
      const record = {
        ...text,
        scopes: INSTALLED_SCOPES,
        expires_at: EXPIRES_AT,
        ...whose,
        ...fields,
      };
      const [outcome] = await (type === "refresh_token"
        ? importRefreshTokens(tx, [{ type, ...record }])
        : importAccessTokens(tx, [{ type, ...record }]));
      return statusOf(outcome);
    }
    const importOne = (fields: Fields = {}) => importInto(db(), owner, fields);

    /** The stored columns that an import sets; undefined if there is no such token. */
    async function stored(): Promise<unknown> {
      const select = {
        clientId: true,
        companyId: true,
        organizationId: true,
        grantId: true,
        grantEpoch: true,
        scopes: true,
        expiresAt: true,
      };
      const where = { tokenHash: storedHash(token) };
      const rows =
        type === "refresh_token"
          ? await db().refreshToken.findMany({ where, select })
          : await db().accessToken.findMany({ where, select });
      expect(rows.length).toBeLessThanOrEqual(1);
      return rows[0];
    }

    async function expectUnchanged(outcome: Promise<unknown>, expected: unknown): Promise<void> {
      const before = await stored();
      expect(await outcome).toEqual(expected);
      expect(await stored()).toEqual(before);
    }

    const rejected = (code: string) => expect.objectContaining({ code });

    it("is stored with its owner, its grant, its scopes, and its expiry", async () => {
      expect(await importOne()).toBe("created" satisfies StoreStatus);
      const { subject, grantId } = scene;
      expect(await stored()).toEqual({
        clientId: owner.client_id,
        ...subject,
        grantId,
        grantEpoch: 1,
        scopes: INSTALLED_SCOPES,
        expiresAt: new Date(EXPIRES_AT),
      });
    });

    it("is found again by its hash", async () => {
      await importOne();
      const token_sha256 = sha256(token).toString("hex");
      await expectUnchanged(importOne({ token_sha256 }), "unchanged");
    });

    it.each<[string, Fields]>([
      ["a later expiry", { expires_at: LATER }],
      ["an earlier expiry", { expires_at: new Date(Date.now() + 1_800_000).toISOString() }],
      ["fewer scopes", { scopes: [String(PRODUCTS)] }],
    ])("is updated by a record with %s", async (_what, fields) => {
      await importOne();
      expect(await importOne(fields)).toBe("updated");
      expect(await stored()).toMatchObject({
        scopes: fields.scopes ?? INSTALLED_SCOPES,
        expiresAt: new Date(fields.expires_at ?? EXPIRES_AT),
      });
    });

    it.each(otherOwners)("is rejected if it belongs to another %s", async (_what, mintOther) => {
      await importOne();
      const other = await grantTo(await mintOther());
      const attempt = importInto(db(), other, { expires_at: LATER });
      await expectUnchanged(attempt, rejected("conflict"));
    });

    it.each(otherOwners)("is rejected without a grant of another %s", async (what, mintOther) => {
      await importOne();
      const { client_id } = owner;
      const other = what === "client" ? { ...owner } : { client_id };
      const attempt = importInto(db(), { ...other, ...(await mintOther()) });
      await expectUnchanged(attempt, rejected("conflict"));
    });

    it("is rejected if it is stored as a token of the other type", async () => {
      const record = { token, scopes: INSTALLED_SCOPES, expires_at: EXPIRES_AT, ...owner };
      const imported =
        type === "refresh_token"
          ? await importAccessTokens(db(), [{ ...record, type: "access_token" }])
          : await importRefreshTokens(db(), [{ ...record, type: "refresh_token" }]);
      expect(imported.map(statusOf)).toEqual(["created"]);
      await expectUnchanged(importOne(), rejected("conflict"));
      expect(await stored()).toBeUndefined();
    });

    it.each(otherOwners)("is rejected if only another %s has a grant", async (_what, mintOther) => {
      await changeGrant({ revokedAt: new Date() })(scene);
      await grantTo(await mintOther());
      await expectUnchanged(importOne(), rejected("conflict"));
    });

    it("is rejected if it has scopes beyond the grant", async () => {
      await changeGrant({ scopes: [String(ORDERS)] })(scene);
      const attempt = importOne();
      await expectUnchanged(attempt, rejected("invalid_scope"));
      expect(await attempt).toMatchObject({ message: `The grant does not include ${PRODUCTS}.` });
    });

    it("is rejected if it has expired", async () => {
      const attempt = importOne({ expires_at: aMinuteAgo().toISOString() });
      await expectUnchanged(attempt, rejected("invalid_request"));
      expect(await stored()).toBeUndefined();
    });

    it.each(otherOwners)("is rejected while another %s stores it", async (_what, mintOther) => {
      const other = await grantTo(await mintOther());
      const lateImport = await db().$transaction(async (tx) => {
        expect(await importInto(tx, other)).toBe("created");
        const waiting = importOne({ expires_at: LATER });
        await untilBlockedByTransaction(tx);
        return { waiting };
      });
      expect(await lateImport.waiting).toEqual(rejected("conflict"));
      expect(await stored()).toMatchObject({
        clientId: other.client_id,
        expiresAt: new Date(EXPIRES_AT),
      });
    });

    it("is updated once, after another import of it has ended", async () => {
      const lateImports = await db().$transaction(async (tx) => {
        await importInto(tx, owner);
        const waiting = [LATER, LATER].map((expires_at) => importOne({ expires_at }));
        await untilBlockedByTransaction(tx);
        return { waiting };
      });
      const outcomes = await Promise.all(lateImports.waiting);
      expect(outcomes.toSorted()).toEqual(["unchanged", "updated"]);
      expect(await stored()).toMatchObject({ expiresAt: new Date(LATER) });
    });
  });
});
