import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import {
  accessTokenRecordSchema,
  importAccessTokens,
  importRefreshTokens,
  refreshTokenRecordSchema,
} from "@/lib/protocol/tokens/import-token";
import { mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { endFamily, mintOutsider, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { statusOf } from "@/test/requests/import-lines";

let scene: Scene;

const SOON = new Date(Date.now() + 3_600_000).toISOString();
const LATER = new Date(Date.now() + 7_200_000).toISOString();

beforeEach(async () => {
  scene = await mintScene("company");
});

const recordOf = (token: string) => ({
  token,
  client_id: scene.installation.client.clientId,
  company_id: scene.installation.companyId,
  scopes: INSTALLED_SCOPES,
  expires_at: LATER,
});

describe("importing a refresh token that is stored", () => {
  async function mintEndedFamily() {
    const codeHash = storedHash(newId());
    await endFamily(codeHash);
    return { codeHash };
  }

  it.each([
    ["updates it if nothing happened to it", () => ({}), "updated"],
    ["changes nothing if it was revoked", () => ({ revokedAt: new Date() }), "unchanged"],
    ["changes nothing if its family was ended", mintEndedFamily, "unchanged"],
    ["changes nothing if it was superseded", () => ({ supersededAt: new Date() }), "unchanged"],
    ["changes nothing if it was used", () => ({ lastUsedAt: new Date() }), "unchanged"],
  ])("%s", async (_what, columns, outcome) => {
    const token = await mintRefreshToken(scene.installation, await columns());
    const tokenHash = storedHash(token);
    const before = await db().refreshToken.findUniqueOrThrow({ where: { tokenHash } });
    const record = { type: "refresh_token" as const, ...recordOf(token) };
    expect((await importRefreshTokens(db(), [record])).map(statusOf)).toEqual([outcome]);
    const after = await db().refreshToken.findUniqueOrThrow({ where: { tokenHash } });
    const expiresAt = outcome === "updated" ? new Date(record.expires_at) : before.expiresAt;
    expect(after).toEqual({ ...before, expiresAt });
  });
});

describe("importing an access token", () => {
  let token: string;

  beforeEach(() => {
    token = crypto.randomUUID();
  });

  async function importFor(externalId: string | null, tx: Database = db(), expiresAt = SOON) {
    const person = externalId === null ? {} : { external_id: externalId };
    const record = { ...recordOf(token), expires_at: expiresAt, ...person };
    const [outcome] = await importAccessTokens(tx, [{ type: "access_token", ...record }]);
    return statusOf(outcome);
  }

  const stored = () =>
    db().accessToken.findMany({
      where: { tokenHash: storedHash(token) },
      select: { kind: true, userId: true, expiresAt: true },
    });

  async function mintPerson() {
    const { userId } = await mintCompanyMember(scene.installation.companyId, "staff");
    const externalId = newId();
    await db().user.update({ where: { id: userId }, data: { externalId } });
    return { userId, externalId };
  }

  it("stores an offline token, or an online one if it acts for a person", async () => {
    expect(await importFor(null)).toBe("created");
    expect(await stored()).toMatchObject([{ kind: "offline", userId: null }]);
    token = crypto.randomUUID();
    const { userId, externalId } = await mintPerson();
    expect(await importFor(externalId)).toBe("created");
    expect(await stored()).toMatchObject([{ kind: "online", userId }]);
    expect(await importFor(externalId)).toBe("unchanged");
  });

  it("rejects a token that acts for another person, or for no one", async () => {
    const [one, other] = [await mintPerson(), await mintPerson()];
    await importFor(one.externalId);
    const before = await stored();
    for (const externalId of [other.externalId, null]) {
      const outcome = await importFor(externalId, db(), LATER);
      expect(outcome).toMatchObject({ code: "conflict" });
      expect(await stored()).toEqual(before);
    }
  });

  it("rejects a token that is being stored for another person", async () => {
    const [one, other] = [await mintPerson(), await mintPerson()];
    const lateImport = await db().$transaction(async (tx) => {
      await importFor(one.externalId, tx);
      const waiting = importFor(other.externalId, db(), LATER);
      await untilBlockedByTransaction(tx);
      return { waiting };
    });
    expect(await lateImport.waiting).toMatchObject({ code: "conflict" });
    const expiresAt = new Date(SOON);
    expect(await stored()).toEqual([{ kind: "online", userId: one.userId, expiresAt }]);
  });

  it("changes nothing if the token was revoked", async () => {
    const expiresAt = new Date("2029-01-01T00:00:00.000Z");
    const revoked = { tokenHash: storedHash(token), day: 0, revokedAt: new Date(), expiresAt };
    await mintAccessToken(scene.installation, "offline", revoked);
    expect(await importFor(null)).toBe("unchanged");
    expect(await stored()).toMatchObject([{ expiresAt }]);
  });
});

type Sent = ReturnType<typeof recordOf>;

it.each([
  [
    "access",
    (tx: Database, all: Sent[]) =>
      importAccessTokens(
        tx,
        all.map((each) => ({ type: "access_token", ...each })),
      ),
  ],
  [
    "refresh",
    (tx: Database, all: Sent[]) =>
      importRefreshTokens(
        tx,
        all.map((each) => ({ type: "refresh_token", ...each })),
      ),
  ],
])(
  "outcomes of %s tokens are in their order, and one stored twice in a transaction is updated",
  async (_kind, importAll) => {
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const soon = { ...recordOf(first), expires_at: SOON };
    const outcomes = await db().$transaction(async (tx) => [
      await importAll(tx, [soon]),
      await importAll(tx, [recordOf(second), recordOf(first)]),
      await importAll(tx, [recordOf(first), recordOf(third)]),
    ]);
    expect(outcomes.map((each) => each.map(statusOf))).toEqual([
      ["created"],
      ["created", "updated"],
      ["unchanged", "created"],
    ]);
  },
);

it.each([
  ["access_token", accessTokenRecordSchema],
  ["refresh_token", refreshTokenRecordSchema],
])("a record of an %s has the token or its hash, and not both", (type, schema) => {
  const { token, ...record } = { ...recordOf(crypto.randomUUID()), type };
  const token_sha256 = Buffer.from(storedHash(token)).toString("hex");
  const accepts = (sent: object) => schema.safeParse({ ...record, ...sent }).success;
  expect([{ token }, { token_sha256 }, { token, token_sha256 }, {}].map(accepts)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("a token for a company without a grant is not found", async () => {
  const { companyId } = await mintCompany();
  const record = { ...recordOf(crypto.randomUUID()), company_id: companyId, expires_at: SOON };
  const [outcome] = await importAccessTokens(db(), [{ type: "access_token", ...record }]);
  expect(statusOf(outcome)).toMatchObject({ code: "not_found" });
});

describe.each(["company", "organization"] as const)("an imported online token for a %s", (of) => {
  it("acts for a person who belongs to it, and for no one else", async () => {
    const { installation, subject, columns, person } = await mintScene(of);
    const outsider = await mintOutsider({ installation, subject, columns, person, grantId: "" });
    const importFor = async ({ userId }: { userId: string }) => {
      const external_id = newId();
      await db().user.update({ where: { id: userId }, data: { externalId: external_id } });
      const [outcome] = await importAccessTokens(db(), [
        {
          ...{ type: "access_token" as const, token: crypto.randomUUID(), external_id },
          client_id: installation.client.clientId,
          ...(subject.companyId === null
            ? { organization_id: subject.organizationId }
            : { company_id: subject.companyId }),
          scopes: INSTALLED_SCOPES,
          expires_at: SOON,
        },
      ]);
      return statusOf(outcome);
    };
    expect(await importFor(person)).toBe("created");
    expect(await importFor(outsider)).toMatchObject({
      code: "not_found",
      message: expect.stringContaining(
        "Import the membership first: an online token ends with it.",
      ),
    });
  });
});
