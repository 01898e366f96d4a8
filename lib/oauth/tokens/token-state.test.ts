import { beforeAll, describe, expect, it } from "vitest";
import { findGateFacts } from "@/lib/gate/repository";
import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import { tokenKey } from "@/lib/kernel/crypto/token-key";
import { db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";
import type { AccessTokenKind } from "@/lib/oauth/bearer/bearer-facts";
import { checkBearerToken, readOrganizationToken } from "@/lib/oauth/bearer/repository";
import { introspectAccessToken } from "@/lib/oauth/tokens/introspection-repository";
import { credentialsOf } from "@/lib/oauth/tokens/read-client-credentials";
import type { TokenState } from "@/lib/oauth/tokens/token-state";
import { mintCompanyMember, mintMember, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";

type Columns = Partial<Prisma.AccessTokenUncheckedCreateInput>;

/** An extension installed by a company and by an organization, with a member of each. */
type Scene = {
  extension: Installation;
  /** The columns of a live token of this scene. */
  columns: Columns;
  grantId: string;
  isCompany: boolean;
  subjectId: number | string;
};

type Change = (scene: Scene) => Promise<unknown>;

let introspector: MintedServiceKey;
let gateKey: MintedServiceKey;

beforeAll(async () => {
  introspector = await mintServiceKey(["platform/introspect"]);
  gateKey = await mintServiceKey(["platform/gate"]);
});

async function mintScene(kind: AccessTokenKind, isCompany: boolean): Promise<Scene> {
  const extension = await mintInstallation();
  const { client, companyId, seller } = extension;
  if (isCompany) {
    const userId = kind === "online" ? seller.userId : null;
    const { grantId } = extension;
    return { extension, columns: { userId }, grantId, isCompany, subjectId: companyId };
  }
  const { organizationId, owner } = await mintOrganization();
  const grantId = newId();
  await db().grant.create({
    data: { id: grantId, clientId: client.clientId, organizationId, scopes: INSTALLED_SCOPES },
  });
  const userId = kind === "online" ? owner.userId : null;
  const columns = { userId, grantId, companyId: null, organizationId };
  return { extension, columns, grantId, isCompany, subjectId: organizationId };
}

/** What each statement that reads access tokens says about a token. */
async function readAll(token: string) {
  const key = tokenKey(token);
  const { clientId: id, clientSecret: secret } = introspector;
  const credentials = { ...credentialsOf({ id, secret }), ipAddress: null };
  const bearer = await checkBearerToken(key);
  const introspected = await introspectAccessToken(credentials, key);
  const gate = await findGateFacts(sha256(gateKey.clientSecret), key);
  const organization = await readOrganizationToken(key);
  return { bearer, introspected, gate: gate?.token ?? null, organization };
}

async function expectState(token: string, state: TokenState, isCompany: boolean): Promise<void> {
  const { bearer, introspected, gate, organization } = await readAll(token);
  expect({
    bearer: bearer?.state,
    gate: gate?.state,
    introspection: introspected?.scopes ? "live" : "not live",
    organization: organization?.state ?? null,
  }).toEqual({
    bearer: state,
    gate: state,
    introspection: state === "live" ? "live" : "not live",
    organization: isCompany ? null : state,
  });
}

const now = () => new Date();
const inAnHour = () => new Date(Date.now() + 3_600_000);
const changeClient =
  (data: Prisma.ClientUncheckedUpdateInput): Change =>
  ({ extension }) =>
    db().client.update({ where: { clientId: extension.client.clientId }, data });
const changeGrant =
  (data: Prisma.GrantUncheckedUpdateInput): Change =>
  ({ grantId }) =>
    db().grant.update({ where: { id: grantId }, data });
const suspendSubject: Change = ({ isCompany, subjectId }) => {
  const data = { status: "suspended" } as const;
  return isCompany
    ? db().company.update({ where: { id: Number(subjectId) }, data })
    : db().organization.update({ where: { id: String(subjectId) }, data });
};
const endFamily = async (familyHash: Uint8Array<ArrayBuffer>) => {
  await db().endedTokenFamily.create({ data: { familyHash, expiresAt: inAnHour() } });
};
const mintSession = async (userId: string, columns: { endedAt?: Date; expiresAt?: Date }) => {
  const id = newId();
  await db().userSession.create({
    data: { id, userId, createdAt: new Date(0), expiresAt: inAnHour(), ...columns },
  });
  return id;
};
/** Adds another member, so that the company or organization has one without the person of the token. */
const leave: Change = async ({ extension, columns, isCompany, subjectId }) => {
  const userId = columns.userId ?? "";
  if (isCompany) {
    await mintCompanyMember(extension.companyId, "owner");
    return db().companyMember.deleteMany({ where: { userId } });
  }
  await mintMember(String(subjectId), "owner");
  return db().organizationMember.deleteMany({ where: { userId } });
};

/** One difference from a live token, and the state that it leads to. */
type Case = {
  state: TokenState;
  kinds?: readonly AccessTokenKind[];
  columns?: (scene: Scene) => Columns | Promise<Columns>;
  change?: Change;
};

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": { state: "live" },
  "it was revoked": { state: "revoked", columns: () => ({ revokedAt: now() }) },
  "its grant was revoked": { state: "revoked", change: changeGrant({ revokedAt: now() }) },
  "its grant is in a later epoch": { state: "revoked", change: changeGrant({ epoch: 2 }) },
  "its family was ended": {
    state: "revoked",
    columns: async () => {
      const familyHash = storedHash(newId());
      await endFamily(familyHash);
      return { familyHash };
    },
  },
  "another family was ended": {
    state: "live",
    columns: async () => {
      await endFamily(storedHash(newId()));
      return { familyHash: storedHash(newId()) };
    },
  },
  "it was imported before imports of its grant were ended": {
    state: "revoked",
    kinds: ["offline"],
    columns: () => ({ createdAt: aMinuteAgo() }),
    change: changeGrant({ importsEndedAt: now() }),
  },
  "it was imported after imports of its grant were ended": {
    state: "live",
    kinds: ["offline"],
    change: changeGrant({ importsEndedAt: aMinuteAgo() }),
  },
  "imports of its grant were ended, but it was not imported": {
    state: "live",
    columns: () => ({ createdAt: aMinuteAgo(), familyHash: storedHash(newId()) }),
    change: changeGrant({ importsEndedAt: now() }),
  },
  "imports of its grant were ended, but it is online": {
    state: "live",
    kinds: ["online"],
    columns: () => ({ createdAt: aMinuteAgo() }),
    change: changeGrant({ importsEndedAt: now() }),
  },
  "it expired": { state: "expired", columns: () => ({ expiresAt: aMinuteAgo() }) },
  "its client was deleted": {
    state: "client_deleted",
    change: changeClient({ deletedAt: now() }),
  },
  "its client is inactive": {
    state: "client_inactive",
    change: changeClient({ isActive: false }),
  },
  "its client was inactive": {
    state: "client_was_inactive",
    columns: () => ({ clientEpoch: 0 }),
    change: changeClient({ tokenEpoch: 1 }),
  },
  "its client is suspended": {
    state: "client_suspended",
    change: changeClient({ suspendedAt: now(), suspensionReason: "It broke our rules." }),
  },
  "the client's organization is suspended": {
    state: "publisher_suspended",
    change: ({ extension }) =>
      db().organization.update({
        where: { id: extension.organizationId },
        data: { status: "suspended" },
      }),
  },
  "its company or organization is suspended": {
    state: "subject_suspended",
    change: suspendSubject,
  },
  "its secret may be used": {
    state: "live",
    kinds: ["client_credentials"],
    columns: ({ extension }) => ({ secretId: extension.client.secretId }),
  },
  "its secret expires later": {
    state: "live",
    kinds: ["client_credentials"],
    columns: ({ extension }) => ({ secretId: extension.client.secretId }),
    change: ({ extension }) => changeSecret(extension, { expiresAt: inAnHour() }),
  },
  "its secret was revoked": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: ({ extension }) => ({ secretId: extension.client.secretId }),
    change: ({ extension }) => changeSecret(extension, { revokedAt: now() }),
  },
  "its secret expired": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: ({ extension }) => ({ secretId: extension.client.secretId }),
    change: ({ extension }) => changeSecret(extension, { expiresAt: aMinuteAgo() }),
  },
  "its secret no longer exists": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: () => ({ secretId: newId() }),
  },
  "its person left": { state: "seller_left", kinds: ["online"], change: leave },
  "its person belongs only to another company or organization": {
    state: "seller_left",
    kinds: ["online"],
    columns: async ({ isCompany }) => {
      const elsewhere = await mintOrganization();
      const { userId } = isCompany
        ? await mintCompanyMember(elsewhere.companyId, "owner")
        : await mintMember(elsewhere.organizationId, "owner");
      return { userId };
    },
  },
  "its person's account was deactivated": {
    state: "seller_left",
    kinds: ["online"],
    change: ({ columns }) =>
      db().user.update({ where: { id: columns.userId ?? "" }, data: { deactivatedAt: now() } }),
  },
  "its session is open, and another has ended": {
    state: "live",
    kinds: ["online"],
    columns: async ({ columns }) => {
      await mintSession(columns.userId ?? "", { endedAt: now() });
      return { sessionId: await mintSession(columns.userId ?? "", {}) };
    },
  },
  "its session ended": {
    state: "signed_out",
    kinds: ["online"],
    columns: async ({ columns }) => ({
      sessionId: await mintSession(columns.userId ?? "", { endedAt: now() }),
    }),
  },
  "its session expired": {
    state: "live",
    kinds: ["online"],
    columns: async ({ columns }) => ({
      sessionId: await mintSession(columns.userId ?? "", { expiresAt: aMinuteAgo() }),
    }),
  },
  "its session no longer exists": {
    state: "signed_out",
    kinds: ["online"],
    columns: () => ({ sessionId: newId() }),
  },
};

function changeSecret({ client }: Installation, data: Prisma.ClientSecretUncheckedUpdateInput) {
  return db().clientSecret.update({ where: { id: client.secretId }, data });
}

const ROWS = (["offline", "online", "client_credentials"] as const).flatMap((kind) =>
  [true, false].flatMap((isCompany) =>
    Object.entries(CASES)
      .filter(([, { kinds }]) => kinds?.includes(kind) ?? true)
      .map(([what, each]) => ({
        ...{ what, kind, isCompany, each },
        subject: isCompany ? "a company" : "an organization",
      })),
  ),
);

describe("each statement that reads access tokens", () => {
  it.each(ROWS)(
    "sees the state of an $kind token for $subject when $what",
    async ({ kind, isCompany, each }) => {
      const scene = await mintScene(kind, isCompany);
      const columns = { ...scene.columns, ...(await each.columns?.(scene)) };
      const token = await mintAccessToken(scene.extension, kind, columns);
      await each.change?.({ ...scene, columns });
      await expectState(token, each.state, isCompany);
    },
  );

  it.each([
    ["the grant", changeGrant({ scopes: INSTALLED_SCOPES.slice(1) })],
    ["the client", changeClient({ scopes: INSTALLED_SCOPES.slice(1) })],
  ])("leaves out the scopes that %s lost", async (_what, change) => {
    const scene = await mintScene("offline", false);
    const token = await mintAccessToken(scene.extension, "offline", scene.columns);
    await change(scene);
    const read = await readAll(token);
    for (const found of Object.values(read))
      expect(found?.scopes).toEqual(INSTALLED_SCOPES.slice(1));
  });

  it("gives a client's own token, which has no grant, the scopes of its client", async () => {
    const { columns, extension } = await mintScene("client_credentials", false);
    const own = { ...columns, grantId: null, grantEpoch: null };
    const read = await readAll(await mintAccessToken(extension, "client_credentials", own));
    for (const found of Object.values(read)) expect(found?.scopes).toEqual(INSTALLED_SCOPES);
  });
});
