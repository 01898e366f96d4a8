import { beforeAll, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/read-clients";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { tokenKey } from "@/lib/core/crypto/tokens";
import type { Prisma } from "@/lib/core/db/generated/client";
import { findGateFacts } from "@/lib/gate/repository";
import { readOrganizationToken } from "@/lib/protocol/bearer/authenticate-caller";
import { type AccessTokenKind, checkBearerToken } from "@/lib/protocol/bearer/check-bearer";
import { introspectAccessToken } from "@/lib/protocol/tokens/introspect-endpoint";
import type { DeniedState, TokenState } from "@/lib/protocol/tokens/token-state";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import {
  type Change,
  changeClient,
  changeGrant,
  changeSecret,
  deactivatePerson,
  endFamily,
  leave,
  mintOutsider,
  mintScene,
  mintSession,
  rejoin,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { failedChecks } from "@/test/requests/token-at-scene";
import { credentialsOf } from "@/test/requests/token-context";

type Columns = Partial<Prisma.AccessTokenUncheckedCreateInput>;

/** What a client reads about its token: the message, the check that failed, and the one for an organization's token. */
const STATES: Record<DeniedState, [says: string, ...checks: [string, string?]]> = {
  revoked: ["was revoked: the company removed", "grant_live", "access_token_live"],
  expired: ["Offline: refresh it. Online: run the authorization flow again", "access_token_live"],
  client_deleted: ["client was deleted", "client_active"],
  client_inactive: ["client is inactive", "client_active"],
  client_suspended: ["has suspended this extension: It broke our rules.", "client_not_suspended"],
  publisher_suspended: ["organization that publishes", "publisher_active"],
  subject_suspended: ["The platform has suspended", "subject_active"],
  client_was_inactive: ["before its client was deactivated. Get a new", "access_token_live"],
  secret_ended: ["was rotated or revoked", "access_token_live"],
  seller_left: ["no longer belongs to the company", "seller_belongs", "access_token_live"],
  signed_out: ["has signed out", "session_live", "access_token_live"],
};

/** One difference from a live token, and the state that it leads to. */
type Case = {
  state: TokenState;
  kinds?: readonly AccessTokenKind[];
  columns?: Columns | ((scene: Scene) => Promise<Columns>);
  change?: Change;
};

const NOW = new Date();
const FEWER = INSTALLED_SCOPES.slice(1);
const nothing: Change = async () => undefined;
const inAnHour = () => new Date(Date.now() + 3_600_000);
/** The column of a token whose family, or another, was ended. */
async function endFamilyOf(isOwn: boolean): Promise<Columns> {
  const familyHash = storedHash(newId());
  await endFamily(isOwn ? familyHash : storedHash(newId()));
  return { familyHash };
}
const ofSecret = async ({ installation }: Scene): Promise<Columns> => ({
  secretId: installation.client.secretId,
});
const OWN = { kinds: ["client_credentials"], columns: ofSecret } as const;
const SECRET_ENDED = { ...OWN, state: "secret_ended" } as const;
const SELLER_LEFT = { state: "seller_left", kinds: ["online"] } as const;

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": { state: "live" },
  "it was revoked": { state: "revoked", columns: { revokedAt: NOW } },
  "its grant was revoked": { state: "revoked", change: changeGrant({ revokedAt: NOW }) },
  "its grant is in a later epoch": { state: "revoked", change: changeGrant({ epoch: 2 }) },
  "its grant does not exist": { state: "revoked", columns: { grantId: newId() } },
  "its family was ended": { state: "revoked", columns: () => endFamilyOf(true) },
  "another family was ended": { state: "live", columns: () => endFamilyOf(false) },
  "it was imported before imports of its grant were ended": {
    state: "revoked",
    kinds: ["offline"],
    columns: { createdAt: aMinuteAgo() },
    change: changeGrant({ importsEndedAt: NOW }),
  },
  "it was imported after imports of its grant were ended": {
    state: "live",
    kinds: ["offline"],
    change: changeGrant({ importsEndedAt: aMinuteAgo() }),
  },
  "imports of its grant were ended, but it was not imported": {
    state: "live",
    columns: { familyHash: storedHash(newId()) },
    change: (scene) => changeGrant({ importsEndedAt: inAnHour() })(scene),
  },
  "imports of its grant were ended, but it is not offline": {
    state: "live",
    kinds: ["online", "client_credentials"],
    change: (scene) => changeGrant({ importsEndedAt: inAnHour() })(scene),
  },
  "it expired": { state: "expired", columns: { expiresAt: aMinuteAgo() } },
  "its client was deleted": { state: "client_deleted", change: changeClient({ deletedAt: NOW }) },
  "its client is inactive": { state: "client_inactive", change: changeClient({ isActive: false }) },
  "its client was inactive": {
    state: "client_was_inactive",
    columns: { clientEpoch: 0 },
    change: changeClient({ tokenEpoch: 1 }),
  },
  "its client is suspended": {
    state: "client_suspended",
    change: changeClient({ suspendedAt: NOW, suspensionReason: "It broke our rules." }),
  },
  "the client's organization is suspended": {
    state: "publisher_suspended",
    change: suspendPublisher,
  },
  "its company or organization is suspended": {
    state: "subject_suspended",
    change: suspendSubject,
  },
  "its secret may be used": { state: "live", ...OWN },
  "its secret expires later": {
    state: "live",
    ...OWN,
    change: (scene) => changeSecret({ expiresAt: inAnHour() })(scene),
  },
  "its secret was revoked": { ...SECRET_ENDED, change: changeSecret({ revokedAt: NOW }) },
  "its secret expired": { ...SECRET_ENDED, change: changeSecret({ expiresAt: aMinuteAgo() }) },
  "its secret no longer exists": { ...SECRET_ENDED, columns: { secretId: newId() } },
  "its person left and joined again": { ...SELLER_LEFT, change: rejoin },
  "its person left": { ...SELLER_LEFT, change: leave },
  "its person belongs only to another company or organization": {
    ...SELLER_LEFT,
    columns: async (scene) => ({ userId: (await mintOutsider(scene)).userId }),
  },
  "its person does not exist": { ...SELLER_LEFT, columns: { userId: newId() } },
  "its person's account was deactivated": { ...SELLER_LEFT, change: deactivatePerson },
  "its session is open, and another has ended": {
    state: "live",
    kinds: ["online"],
    columns: async ({ person }) => {
      await mintSession(person.userId, { endedAt: NOW });
      return { sessionId: await mintSession(person.userId) };
    },
  },
  "its session ended": {
    state: "signed_out",
    kinds: ["online"],
    columns: async ({ person }) => ({
      sessionId: await mintSession(person.userId, { endedAt: NOW }),
    }),
  },
  "its session expired": {
    state: "live",
    kinds: ["online"],
    columns: async ({ person }) => ({
      sessionId: await mintSession(person.userId, { expiresAt: aMinuteAgo() }),
    }),
  },
  "its session no longer exists": {
    state: "signed_out",
    kinds: ["online"],
    columns: { sessionId: newId() },
  },
};

const ROWS = (["offline", "online", "client_credentials"] as const).flatMap((kind) =>
  (["company", "organization"] as const).flatMap((of) =>
    Object.entries(CASES)
      .filter(([, { kinds }]) => kinds?.includes(kind) ?? true)
      .map(([what, each]) => [kind, of, what, each] as const),
  ),
);

let introspector: MintedServiceKey;
let gateKey: string;

beforeAll(async () => {
  useRules([{ methods: ["GET"], path: "/ping" }]);
  introspector = await mintServiceKey(["platform/introspect"]);
  gateKey = (await mintServiceKey(["platform/gate"])).clientSecret;
});

/** Uses a token at the APIs for its company or organization. */
const use = (token: string, { organizationId }: Scene["subject"]) =>
  organizationId === null
    ? callProducts(token)
    : callRoute(listClients, { params: { organization_id: organizationId }, as: token });

describe("spec 7 rule 2 and security 44: the token", () => {
  it.each(ROWS)("(%s) of a %s, when %s", async (kind, of, _what, { state, columns, change }) => {
    const scene = await mintScene(of);
    const userId = kind === "online" ? scene.person.userId : null;
    const more = typeof columns === "function" ? await columns(scene) : columns;
    const token = await mintAccessToken(scene.installation, kind, {
      ...scene.columns,
      userId,
      ...more,
    });
    await change?.(scene);
    const gated = await callGate({ key: gateKey, token, uri: "/ping" });
    const used = await use(token, scene.subject);
    const introspected = await introspect(introspector, token);
    expect(introspected.body.active).toBe(state === "live");
    if (state === "live") {
      expect(gated.status).toBe(200);
      // The token of the scene has no scope of the management API.
      expect(used.status).toBe(of === "company" ? 200 : 403);
      return;
    }
    const [says, check, checkOfOrganization = check] = STATES[state];
    for (const { status, headers, body } of [gated, used]) {
      expect([status, body.error]).toEqual([401, "invalid_token"]);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
    }
    expect(gated.body.message).toContain(says);
    if (of === "company") expect(used.body.message).toContain(says);
    const { clientId } = scene.installation.client;
    const checkWhenUsed = of === "company" ? check : checkOfOrganization;
    expect(await failedChecks(clientId)).toEqual([checkWhenUsed, check]);
  });
});

/** What each statement that reads access tokens says about a token. */
async function readAll(token: string) {
  const key = tokenKey(token);
  return {
    bearer: await checkBearerToken(key),
    introspected: await introspectAccessToken({ ...credentialsOf(introspector), ...key }),
    gate: (await findGateFacts(sha256(gateKey), key))?.token,
    organization: await readOrganizationToken(key),
  };
}

describe("each statement that reads access tokens", () => {
  it.each<[string, AccessTokenKind, Change, readonly string[]]>([
    ["without those that the grant lost", "offline", changeGrant({ scopes: FEWER }), FEWER],
    ["without those that the client lost", "offline", changeClient({ scopes: FEWER }), FEWER],
    ["of its client if it has no grant", "client_credentials", nothing, INSTALLED_SCOPES],
  ])("knows a token's scopes, %s", async (_what, kind, change, scopes) => {
    const scene = await mintScene("organization");
    const ofKind = kind === "offline" ? {} : { grantId: null, grantEpoch: null };
    const token = await mintAccessToken(scene.installation, kind, { ...scene.columns, ...ofKind });
    await change(scene);
    for (const read of Object.values(await readAll(token))) expect(read?.scopes).toEqual(scopes);
  });

  it("finds a company's token for no organization", async () => {
    const { installation } = await mintScene("company");
    const { bearer, organization } = await readAll(await mintAccessToken(installation, "offline"));
    expect([bearer?.state, organization]).toEqual(["live", undefined]);
  });
});
