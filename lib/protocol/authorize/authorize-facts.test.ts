import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { AuthorizeFacts } from "@/lib/protocol/authorize/authorize-context";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext, readContextAndStoreCode } from "@/lib/protocol/authorize/read-context";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  deactivatePerson,
  leave,
  mintScene,
  mintSession,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

const [ORDERS = ""] = INSTALLED_SCOPES;
const MANAGEMENT = "organization/clients/read";

type Subject = "company" | "organization";
type Difference = { client?: object | null } & {
  [Name in Exclude<keyof AuthorizeFacts, "client">]?: unknown;
};

/** One difference from a request that gets a code. */
type Case = {
  of?: Subject;
  change?: Change;
  session?: Parameters<typeof mintSession>[1];
  scope?: string;
  /** The facts that differ, and what makes them differ. Without a reason to differ, the request gets a code. */
  facts?: Difference;
  isStored?: boolean;
};

const NOBODY: Difference = { userId: null, sessionId: null, role: null };
const ofClient = (client: object | null) => ({ facts: { client } });
const NOT_INSTALLABLE = ofClient({ isInstallable: false });
const LACKS_FACTOR = { facts: { lacksSecondFactor: true } };

const asDraft = changeClient({ listing: "draft" });
/** Makes the client a draft for a company. */
const draftFor = async (scene: Scene, companyId: number) => {
  await asDraft(scene);
  const { clientId } = scene.installation.client;
  await db().clientDraftCompany.create({ data: { clientId, companyId } });
};
const changeOrganization = (
  id: string | null,
  data: { requireSecondFactor: boolean } | { companyId: number },
) => db().organization.update({ where: { id: id ?? "" }, data });
const requireSecondFactor: Change = ({ subject }) =>
  changeOrganization(subject.organizationId, { requireSecondFactor: true });
const haveScopes =
  (scopes: string[]): Change =>
  async (scene) => {
    await changeClient({ scopes })(scene);
    await changeGrant({ scopes })(scene);
  };
const askManagement = {
  change: haveScopes([MANAGEMENT]),
  scope: MANAGEMENT,
  facts: { grantedScopes: [MANAGEMENT] },
};

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": {},
  "the session ended": { session: { endedAt: new Date() }, facts: NOBODY },
  "the session expired": { session: { expiresAt: aMinuteAgo() }, facts: NOBODY },
  "the session waits for the second factor": {
    session: { secondFactorPending: true },
    facts: NOBODY,
  },
  "the account was deactivated": { change: deactivatePerson, facts: NOBODY },
  "the person left": { change: leave, facts: { role: null } },
  "the company or organization is suspended": {
    change: suspendSubject,
    facts: { subjectIsActive: false },
  },
  "the client is inactive": {
    change: changeClient({ isActive: false }),
    ...ofClient({ isActive: false }),
  },
  "the client was deleted": {
    change: changeClient({ deletedAt: new Date() }),
    ...ofClient(null),
  },
  "the client is suspended": {
    change: changeClient({ suspendedAt: new Date(), suspensionReason: "Broken rules." }),
    ...ofClient({ isSuspended: true }),
  },
  "the client's organization is suspended": {
    change: suspendPublisher,
    ...ofClient({ publisherIsActive: false }),
  },
  "the grant was revoked": {
    change: changeGrant({ revokedAt: new Date() }),
    facts: { grantId: null, grantEpoch: null, grantedScopes: null },
  },
  "the grant has fewer scopes": {
    change: changeGrant({ scopes: [ORDERS] }),
    facts: { grantedScopes: [ORDERS] },
  },
  "the grant has more scopes": { scope: ORDERS },
  "the client is listed": { change: changeClient({ listing: "listed" }) },
  "the client is a draft that names no companies": { change: asDraft, ...NOT_INSTALLABLE },
  "the client is a draft for another company": {
    of: "company",
    ...NOT_INSTALLABLE,
    change: async (scene) => draftFor(scene, (await mintCompany()).companyId),
  },
  "another client is a draft for this company": {
    of: "company",
    ...NOT_INSTALLABLE,
    change: async (scene) => {
      await asDraft(scene);
      await draftFor(await mintScene("company"), scene.installation.companyId);
    },
  },
  "a company is asked for a scope of organizations": { of: "company", ...askManagement },
  "an organization is asked for its own scope": {
    of: "organization",
    ...askManagement,
    isStored: true,
  },
  "the client is a draft for this company": {
    of: "company",
    change: (scene) => draftFor(scene, scene.installation.companyId),
  },
  "the client is a draft of this company's organization": {
    of: "company",
    change: async (scene) => {
      await asDraft(scene);
      const { organizationId, companyId } = scene.installation;
      await changeOrganization(organizationId, { companyId });
    },
  },
  "another organization belongs to this company": {
    of: "company",
    ...NOT_INSTALLABLE,
    change: async (scene) => {
      await asDraft(scene);
      const { organizationId } = await mintOrganization();
      await changeOrganization(organizationId, { companyId: scene.installation.companyId });
    },
  },
  "the client is a draft of another organization": {
    of: "organization",
    change: asDraft,
    ...NOT_INSTALLABLE,
  },
  "the client is a draft of this organization": {
    of: "organization",
    change: (scene) => {
      const organizationId = scene.subject.organizationId ?? "";
      return changeClient({ listing: "draft", organizationId })(scene);
    },
  },
  "only another organization requires a second factor": {
    of: "organization",
    change: async () => {
      const { organizationId } = await mintOrganization();
      await changeOrganization(organizationId, { requireSecondFactor: true });
    },
  },
  "a second factor is required": {
    of: "organization",
    change: requireSecondFactor,
    ...LACKS_FACTOR,
  },
  "a second factor is required, and not confirmed": {
    of: "organization",
    ...LACKS_FACTOR,
    change: async (scene) => {
      await requireSecondFactor(scene);
      const { userId } = scene.person;
      await mintSecondFactor(userId);
      await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    },
  },
  "a second factor is required, and confirmed": {
    of: "organization",
    change: async (scene) => {
      await requireSecondFactor(scene);
      await mintSecondFactor(scene.person.userId);
    },
  },
};

const HOLDERS = { company: "a company", organization: "an organization" } as const;
const ROWS = (["company", "organization"] as const).flatMap((of) =>
  Object.entries(CASES)
    .filter(([, each]) => (each.of ?? of) === of)
    .map(([what, each]) => [HOLDERS[of], what, each, of] as const),
);

/** The facts from both statements, which must agree, and whether a code was stored. */
async function readBoth({ installation, subject }: Scene, sessionId: string, scope?: string) {
  const sent = { client_id: installation.client.clientId, redirect_uri: REDIRECT_URI };
  const parameters = presentAuthorizeParameters({
    ...sent,
    response_type: "code",
    scope: scope ?? INSTALLED_SCOPES.join(),
  });
  const request = { parameters, subject, sessionId, storedId: null };
  const { facts } = await readContext(request);
  const { context, code } = await readContextAndStoreCode(request, newId());
  expect(context.facts).toMatchObject(facts);
  return { facts, isStored: code !== null };
}

describe("what an authorize request depends on", () => {
  it.each(ROWS)("at %s is known when %s", async (_holder, _what, each, of) => {
    const scene = await mintScene(of);
    const sessionId = await mintSession(scene.person.userId, each.session);
    await each.change?.(scene);
    const { facts, isStored } = await readBoth(scene, sessionId, each.scope);
    const { client, ...difference } = each.facts ?? {};
    expect(facts).toMatchObject({
      userId: scene.person.userId,
      sessionId,
      role: "owner",
      subjectIsActive: true,
      mayReturnHere: true,
      lacksSecondFactor: false,
      grantId: scene.grantId,
      grantEpoch: 1,
      grantedScopes: INSTALLED_SCOPES,
      ...difference,
    });
    const sound = { isActive: true, isSuspended: false, publisherIsActive: true };
    const expected = { ...sound, isInstallable: true, ...client };
    if (client === null) expect(facts.client).toBeNull();
    else expect(facts.client).toMatchObject(expected);
    expect(isStored).toBe(each.isStored ?? each.facts === undefined);
  });

  it.each([
    [true, false],
    [false, true],
  ])("knows whether the sign-in provider saw a second factor (%s)", async (secondFactor, lacks) => {
    const scene = await mintScene("organization");
    await requireSecondFactor(scene);
    const { userId } = scene.person;
    const [sessionId, other] = [await mintSession(userId), await mintSession(userId)];
    for (const [id, saw] of [
      [sessionId, secondFactor],
      [other, true],
    ] as const) {
      const data = { id: newId(), sessionId: id, secondFactor: saw, ignoredClaims: [] };
      await db().providerSession.create({ data });
    }
    const { facts, isStored } = await readBoth(scene, sessionId);
    expect([facts.lacksSecondFactor, isStored]).toEqual([lacks, !lacks]);
  });

  it.each(["company", "organization"] as const)(
    "has the grant and the role of its own %s",
    async (of) => {
      const [scene, other] = [await mintScene(of), await mintScene(of)];
      const sessionId = await mintSession(scene.person.userId);
      const { facts, isStored } = await readBoth({ ...scene, subject: other.subject }, sessionId);
      expect([facts.role, facts.grantId, isStored]).toEqual([null, null, false]);
    },
  );
});
