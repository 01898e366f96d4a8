import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { importAccessTokens, importRefreshTokens } from "@/lib/protocol/tokens/import-token";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintOrganization,
} from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  changeGrant,
  endFamily,
  mintOutsider,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { statusOf } from "@/test/requests/import-lines";

/** The client and the subject of a token. */
type Owner = { client_id: string; company_id?: number; organization_id?: string };
type Fields = { [Name in "token" | "token_sha256" | "external_id" | "expires_at"]?: string } & {
  scopes?: string[];
};
type Type = "refresh_token" | "access_token";

const TYPES = ["refresh_token", "access_token"] as const;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const [SOON, LATER] = [inHours(1), inHours(2)];
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

let scene: Scene;
let owner: Owner;
let token: string;

async function setUp(of: "company" | "organization"): Promise<void> {
  scene = await mintScene(of);
  const { companyId, organizationId } = scene.subject;
  const subject =
    companyId === null ? { organization_id: organizationId } : { company_id: companyId };
  owner = { client_id: scene.installation.client.clientId, ...subject };
  token = crypto.randomUUID();
}

const recordOf = (fields: Fields = {}, whose = owner) => ({
  ...(fields.token_sha256 === undefined && { token }),
  scopes: INSTALLED_SCOPES,
  expires_at: SOON,
  ...whose,
  ...fields,
});

async function importAll(type: Type, records: ReturnType<typeof recordOf>[], tx: Database = db()) {
  const outcomes =
    type === "refresh_token"
      ? await importRefreshTokens(
          tx,
          records.map((each) => ({ ...each, type })),
        )
      : await importAccessTokens(
          tx,
          records.map((each) => ({ ...each, type })),
        );
  return outcomes.map(statusOf);
}

async function importOne(type: Type, fields: Fields = {}, whose = owner, tx: Database = db()) {
  const [outcome] = await importAll(type, [recordOf(fields, whose)], tx);
  return outcome;
}

/** The stored row; undefined if there is no such token. */
async function stored(type: Type) {
  const where = { tokenHash: storedHash(token) };
  const rows =
    type === "refresh_token"
      ? await db().refreshToken.findMany({ where })
      : await db().accessToken.findMany({ where });
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}

/** Another client, company, or organization with the same grant. */
async function grantTo(changed: Partial<Owner>): Promise<Owner> {
  const { client_id, ...subject } = owner;
  const other = { client_id, ...("client_id" in changed && subject), ...changed };
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

const OTHERS: [string, () => Promise<Partial<Owner>>][] = [
  [
    "client",
    async () => ({ client_id: (await mintClient(scene.installation.organizationId)).clientId }),
  ],
  ["company", async () => ({ company_id: (await mintCompany()).companyId })],
  ["organization", async () => ({ organization_id: (await mintOrganization()).organizationId })],
];

/** Why a token is rejected. */
type Rejection = {
  code: string;
  says: string;
  fields?: Fields;
  change?: (type: Type) => Promise<unknown>;
  /** Whose token the record says it is. */
  whose?: () => Promise<Owner>;
};

const removeGrant = () => changeGrant({ revokedAt: new Date(), epoch: 2 })(scene);
const ofOther = { code: "conflict", says: "belongs to another" };

const REJECTIONS: Readonly<Record<string, Rejection>> = {
  "has expired": {
    code: "invalid_request",
    says: "has passed",
    fields: { expires_at: aMinuteAgo().toISOString() },
  },
  "has a scope beyond its grant": {
    code: "invalid_scope",
    says: `The grant does not include ${PRODUCTS}.`,
    change: () => changeGrant({ scopes: [ORDERS] })(scene),
  },
  "is for a company without a grant": {
    code: "not_found",
    says: "no live grant",
    whose: async () => ({
      client_id: owner.client_id,
      company_id: (await mintCompany()).companyId,
    }),
  },
  "is stored as a token of the other type": {
    ...ofOther,
    change: (type) => importOne(type === "access_token" ? "refresh_token" : "access_token"),
  },
  ...Object.fromEntries(
    OTHERS.flatMap(([what, mintOther]): [string, Rejection][] => [
      [
        `is stored for another ${what}`,
        {
          ...ofOther,
          change: importOne,
          fields: { expires_at: LATER },
          whose: async () => grantTo(await mintOther()),
        },
      ],
      [
        `lost its grant, which another ${what} has`,
        {
          code: "conflict",
          says: "The grant was removed here",
          change: async () => grantTo(await mintOther()).then(removeGrant),
        },
      ],
    ]),
  ),
};

describe.each(["company", "organization"] as const)("a token of a %s", (of) => {
  beforeEach(() => setUp(of));

  describe.each(TYPES)("imported as %s", (type) => {
    it("is stored with what its record says, and is found again by its hash", async () => {
      expect(await importOne(type)).toBe("created");
      const before = await stored(type);
      expect(before).toMatchObject({
        clientId: owner.client_id,
        ...scene.subject,
        grantId: scene.grantId,
        grantEpoch: 1,
        scopes: INSTALLED_SCOPES,
        expiresAt: new Date(SOON),
      });
      const token_sha256 = sha256(token).toString("hex");
      expect(await importOne(type, { token_sha256 })).toBe("unchanged");
      expect(await stored(type)).toEqual(before);
    });

    it.each<Fields>([{ expires_at: LATER }, { expires_at: inHours(0.5) }, { scopes: [PRODUCTS] }])(
      "is updated by a record with another expiry or fewer scopes: %j",
      async (fields) => {
        await importOne(type);
        expect(await importOne(type, fields)).toBe("updated");
        const { scopes = INSTALLED_SCOPES, expires_at = SOON } = fields;
        expect(await stored(type)).toMatchObject({ scopes, expiresAt: new Date(expires_at) });
      },
    );

    it.each(Object.entries(REJECTIONS))(
      "is rejected, and nothing changes, if it %s",
      async (_what, { code, says, fields, change, whose }) => {
        await change?.(type);
        const before = await stored(type);
        const outcome = await importOne(type, fields, await whose?.());
        expect(outcome).toMatchObject({ code, message: expect.stringContaining(says) });
        expect(await stored(type)).toEqual(before);
      },
    );

    it.each(OTHERS)("is rejected while another %s stores it", async (_what, mintOther) => {
      const other = await grantTo(await mintOther());
      const lateImport = await db().$transaction(async (tx) => {
        expect(await importOne(type, {}, other, tx)).toBe("created");
        const waiting = importOne(type, { expires_at: LATER });
        await untilBlockedByTransaction(tx);
        return { waiting };
      });
      expect(await lateImport.waiting).toMatchObject({ code: "conflict" });
      const expiresAt = new Date(SOON);
      expect(await stored(type)).toMatchObject({ clientId: other.client_id, expiresAt });
    });

    it("is updated once, after another import of it has ended", async () => {
      const lateImports = await db().$transaction(async (tx) => {
        await importOne(type, {}, owner, tx);
        const waiting = [1, 2].map(() => importOne(type, { expires_at: LATER }));
        await untilBlockedByTransaction(tx);
        return { waiting };
      });
      const outcomes = await Promise.all(lateImports.waiting);
      expect(outcomes.toSorted()).toEqual(["unchanged", "updated"]);
      expect(await stored(type)).toMatchObject({ expiresAt: new Date(LATER) });
    });
  });

  it("imported as an access token acts for a person who belongs to it, and for no one else", async () => {
    const outsider = await nameOutside(await mintOutsider(scene));
    expect(await importOne("access_token", outsider)).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("Import the membership first"),
    });
    expect(await importOne("access_token", await nameOutside(scene.person))).toBe("created");
    const { userId } = scene.person;
    expect(await stored("access_token")).toMatchObject({ kind: "online", userId });
  });
});

/** Gives a person an id of the platform. */
async function nameOutside({ userId }: { userId: string }) {
  const external_id = newId();
  await db().user.update({ where: { id: userId }, data: { externalId: external_id } });
  return { external_id };
}

describe("a token of a company", () => {
  beforeEach(() => setUp("company"));

  it("keeps its person, also while it is being stored, and is offline without one", async () => {
    const mintPerson = async () =>
      nameOutside(await mintCompanyMember(scene.installation.companyId, "staff"));
    const [one, other] = [await mintPerson(), await mintPerson()];
    const attempts = () =>
      [other, {}].map((each) => importOne("access_token", { ...each, expires_at: LATER }));
    const lateImports = await db().$transaction(async (tx) => {
      await importOne("access_token", one, owner, tx);
      const waiting = attempts();
      await untilBlockedByTransaction(tx);
      return { waiting };
    });
    const outcomes = await Promise.all([...lateImports.waiting, ...attempts()]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: "conflict" });
    expect(await importOne("access_token", one)).toBe("unchanged");
    token = crypto.randomUUID();
    await importOne("access_token");
    expect(await stored("access_token")).toMatchObject({ kind: "offline", userId: null });
  });

  async function mintEndedFamily() {
    const codeHash = storedHash(newId());
    await endFamily(codeHash);
    return { codeHash };
  }

  it.each<[Type, string, () => object | Promise<object>, string]>([
    ["refresh_token", "nothing happened to it", () => ({}), "updated"],
    ["refresh_token", "it was revoked", () => ({ revokedAt: new Date() }), "unchanged"],
    ["refresh_token", "its family was ended", mintEndedFamily, "unchanged"],
    ["refresh_token", "it was superseded", () => ({ supersededAt: new Date() }), "unchanged"],
    ["refresh_token", "it was used", () => ({ lastUsedAt: new Date() }), "unchanged"],
    ["access_token", "it was revoked", () => ({ day: 0, revokedAt: new Date() }), "unchanged"],
  ])("stored as %s is changed only if nothing happened to it: %s", async (type, ...row) => {
    const [, mintColumns, outcome] = row;
    const columns = { tokenHash: storedHash(token), ...(await mintColumns()) };
    if (type === "refresh_token") await mintRefreshToken(scene.installation, columns);
    else await mintAccessToken(scene.installation, "offline", columns);
    const before = await stored(type);
    expect(await importOne(type, { expires_at: LATER })).toBe(outcome);
    const change = outcome === "updated" && { expiresAt: new Date(LATER) };
    expect(await stored(type)).toEqual({ ...before, ...change });
  });

  it.each(TYPES)("%s: outcomes are in order, and one that repeats is updated", async (type) => {
    const [first, second, third] = [1, 2, 3].map(() => ({ token: crypto.randomUUID() }));
    const late = (fields: Fields = {}) => recordOf({ ...fields, expires_at: LATER });
    const outcomes = await db().$transaction(async (tx) => [
      await importAll(type, [recordOf(first)], tx),
      await importAll(type, [late(second), late(first)], tx),
      await importAll(type, [late(first), late(third)], tx),
    ]);
    expect(outcomes).toEqual([["created"], ["created", "updated"], ["unchanged", "created"]]);
  });
});
