import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { Subject } from "@/lib/core/subject";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import type { AuthorizeRequest } from "@/lib/protocol/authorize/authorize-context";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext, readContextAndStoreCode } from "@/lib/protocol/authorize/read-context";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { mintClient, mintCompany, mintMember, mintOrganization } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { recordStatements } from "@/test/process/record-statements";

const SCOPES = ["company/orders/read", "company/products/read", "organization/clients/read"];
const CALLBACK = "https://shipfast.example.com/fp/auth";
const WITH_ID = `${CALLBACK}?application_id=0123456789abcdef01234567`;
const OWN = `${env().baseUrl}/sandbox/callback`;
const LOCAL = "http://127.0.0.1:3001/fp/auth";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** A request of which every check passes, at a company or an organization. */
const sound = {
  person: "member",
  isActive: true,
  deletedAt: null as Date | null,
  suspensionReason: null as string | null,
  publisher: "active",
  subject: "active",
  listing: "unlisted" as "draft" | "unlisted" | "listed",
  draftFor: "nobody",
  grantTypes: ["authorization_code"],
  requirePkce: false,
  redirectUrls: [CALLBACK, LOCAL, OWN],
  redirect_uri: CALLBACK,
  clientId: "own",
  response_type: "code",
  registered: SCOPES.slice(0, 2),
  granted: SCOPES.slice(0, 2),
  scope: SCOPES.slice(0, 2).join(),
  state: "a state",
  grant: "live",
  pkce: {},
  prompt: {},
};

type Case = typeof sound & { isCompany: boolean };

const scopeList = fc.shuffledSubarray(SCOPES, { minLength: 1 });

/** What may be different about it, often enough for a check to fail. */
const changes: { [Name in keyof typeof sound]: fc.Arbitrary<Partial<typeof sound>> } = {
  person: fc.oneof(
    change("person", "without factor"),
    change("person", "stranger", "signed out", "deactivated", "nobody"),
  ),
  isActive: change("isActive", false),
  deletedAt: change("deletedAt", new Date()),
  suspensionReason: change("suspensionReason", "It broke our rules."),
  publisher: change("publisher", "suspended"),
  subject: change("subject", "suspended"),
  listing: fc.oneof(
    change("listing", "listed"),
    fc.constantFrom("company", "publisher", "nobody").map((draftFor) => ({
      listing: "draft" as const,
      draftFor,
    })),
  ),
  draftFor: change("draftFor", "company"),
  grantTypes: change("grantTypes", ["client_credentials"], []),
  requirePkce: change("requirePkce", true),
  redirectUrls: change("redirectUrls", [LOCAL], [WITH_ID], ["https://other.example.com/"]),
  redirect_uri: change(
    ...(["redirect_uri", WITH_ID, OWN, "http://127.0.0.1:4711/fp/auth"] as const),
    ...["http://localhost:3001/fp/auth", "http://127.0.0.1:4711/fp/other"],
    ...[`${CALLBACK}/`, `${CALLBACK}#top`, "not an address", ""],
  ),
  clientId: change("clientId", "unknown", "malformed", ""),
  response_type: change("response_type", "token", ""),
  registered: fc.oneof(scopeList, fc.constant<string[]>([])).map((registered) => ({ registered })),
  granted: fc.tuple(scopeList, scopeList).map(([granted, scopes]) => ({
    registered: [...new Set([...granted, ...scopes])],
    granted,
    scope: scopes.join(" "),
  })),
  scope: fc
    .oneof(fc.constantFrom("", 'a"b', "company/inventory/read"), scopeList)
    .map((scope) => ({ scope: String(scope) })),
  state: change("state", "a\nstate", ""),
  grant: change("grant", "revoked", "none"),
  pkce: change(
    "pkce",
    { code_challenge: CHALLENGE, code_challenge_method: "S256" },
    { code_challenge: CHALLENGE, code_challenge_method: "plain" },
    { code_challenge_method: "S256" },
  ),
  prompt: change("prompt", { prompt: "none" }, { prompt: "consent" }, { prompt: "login" }),
};

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.boolean(),
    fc.record(changes),
    fc.subarray(Object.keys(sound) as (keyof typeof sound)[], { maxLength: 3 }),
  )
  .map(([isCompany, drawn, names]) =>
    Object.assign({ ...sound, isCompany }, ...names.map((name) => drawn[name])),
  );

function change<const Name extends keyof typeof sound>(
  name: Name,
  ...values: (typeof sound)[Name][]
): fc.Arbitrary<Partial<typeof sound>> {
  return fc.constantFrom(...values).map((value) => ({ [name]: value }));
}

const sessions: Record<string, string | null> = {};
let companyId: number;
let organizationId: string;
let publisherId: string;
let suspended: { companyId: number; organizationId: string; publisherId: string };

beforeAll(async () => {
  publisherId = (await mintOrganization()).organizationId;
  const { organizationId: id } = await mintOrganization();
  organizationId = id;
  await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
  companyId = (await mintCompany()).companyId;
  suspended = {
    companyId: (await mintCompany()).companyId,
    organizationId: (await mintOrganization()).organizationId,
    publisherId: (await mintOrganization()).organizationId,
  };
  const status = "suspended";
  await db().company.update({ where: { id: suspended.companyId }, data: { status } });
  await db().organization.updateMany({
    where: { id: { in: [suspended.organizationId, suspended.publisherId] } },
    data: { status },
  });
  for (const person of ["member", "signed out", "deactivated", "without factor"]) {
    const { userId, cookie } = await mintMember(organizationId, "admin");
    const role = "admin";
    await db().companyMember.createMany({
      data: [companyId, suspended.companyId].map((id) => ({ companyId: id, userId, role })),
    });
    await db().organizationMember.create({
      data: { organizationId: suspended.organizationId, userId, role },
    });
    if (person !== "without factor") await mintSecondFactor(userId);
    sessions[person] = readSessionId(cookie);
    const now = new Date();
    if (person === "signed out") {
      await db().userSession.updateMany({ where: { userId }, data: { endedAt: now } });
    }
    if (person === "deactivated") {
      await db().user.update({ where: { id: userId }, data: { deactivatedAt: now } });
    }
  }
  sessions.stranger = readSessionId((await mintCompany()).seller.cookie);
});

/** Stores the client and the grant of a case, and returns its request. */
async function arrange(drawn: Case): Promise<{ request: AuthorizeRequest; clientId: string }> {
  const ids = drawn.subject === "active" ? { companyId, organizationId } : suspended;
  const subject: Subject = drawn.isCompany
    ? { companyId: ids.companyId, organizationId: null }
    : { companyId: null, organizationId: ids.organizationId };
  const publishers: Record<string, string> = {
    active: publisherId,
    suspended: suspended.publisherId,
  };
  const owner =
    drawn.draftFor === "publisher" && !drawn.isCompany
      ? ids.organizationId
      : (publishers[drawn.publisher] ?? publisherId);
  const { isActive, deletedAt, grantTypes, requirePkce, redirectUrls, registered } = drawn;
  const { clientId } = await mintClient(owner, {
    isActive,
    deletedAt,
    grantTypes,
    requirePkce,
    redirectUrls,
    scopes: registered,
    ...(drawn.suspensionReason !== null && {
      suspendedAt: new Date(),
      suspensionReason: drawn.suspensionReason,
    }),
    listing: drawn.listing,
    ...(drawn.draftFor === "company" && {
      draftCompanies: { create: { companyId: ids.companyId } },
    }),
  });
  if (drawn.grant !== "none") {
    const revokedAt = drawn.grant === "revoked" ? new Date() : null;
    const scopes = drawn.granted.toSorted();
    await db().grant.create({ data: { id: newId(), clientId, ...subject, scopes, revokedAt } });
  }
  const malformed = "' OR 1=1 --";
  const clientIds: Record<string, string> = { own: clientId, unknown: newId(), malformed };
  const { redirect_uri, response_type, scope, state, pkce, prompt } = drawn;
  const sent = { redirect_uri, response_type, scope, state, ...pkce, ...prompt };
  const parameters = presentAuthorizeParameters({
    ...sent,
    client_id: clientIds[drawn.clientId] ?? "",
  });
  const sessionId = sessions[drawn.person] ?? null;
  return { request: { parameters, subject, sessionId, storedId: null }, clientId };
}

const countStored = (clientId: string) =>
  Promise.all([
    db().authorizationCode.count({ where: { clientId } }),
    db().authorizationEvent.count({ where: { clientId, outcome: "issued" } }),
  ]);

describe("reading the facts of an authorize request", () => {
  it("stores a code and its event exactly when every check of the table passes", async () => {
    const outcomes = { stored: 0, denied: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const { request, clientId } = await arrange(drawn);
        const failure = await findFailure(await readContext(request));
        expect(await countStored(clientId)).toEqual([0, 0]);
        const { context, code } = await readContextAndStoreCode(request, newId());
        const stored = failure === null ? 1 : 0;
        expect(await countStored(clientId)).toEqual([stored, stored]);
        expect(code === null).toBe(failure !== null);
        expect((await findFailure(context))?.error.message).toBe(failure?.error.message);
        outcomes[failure ? "denied" : "stored"] += 1;
      }),
      { numRuns: 250, examples: [[{ ...sound, isCompany: true, registered: [], scope: "" }]] },
    );
    expect(Math.min(outcomes.stored, outcomes.denied)).toBeGreaterThan(20);
  });

  it("takes one statement, and the statement without a code writes nothing", async () => {
    const [drawn] = fc.sample(cases, 1);
    if (!drawn) throw new Error("fast-check drew nothing");
    const { request } = await arrange(drawn);
    const [reading, ...more] = await recordStatements(() => readContext(request));
    expect(more).toEqual([]);
    expect(reading).not.toMatch(/INSERT|UPDATE|DELETE/);
  });
});
