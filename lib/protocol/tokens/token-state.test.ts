import { beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { tokenKey } from "@/lib/core/crypto/tokens";
import type { Prisma } from "@/lib/core/db/generated/client";
import { findGateFacts } from "@/lib/gate/repository";
import { type AccessTokenKind, checkBearerToken } from "@/lib/protocol/bearer/check-bearer";
import { readOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import { introspectAccessToken } from "@/lib/protocol/tokens/introspect-endpoint";
import type { TokenState } from "@/lib/protocol/tokens/token-state";
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
import { credentialsOf } from "@/test/requests/token-context";

type Columns = Partial<Prisma.AccessTokenUncheckedCreateInput>;

let introspector: MintedServiceKey;
let gateKey: MintedServiceKey;

beforeAll(async () => {
  introspector = await mintServiceKey(["platform/introspect"]);
  gateKey = await mintServiceKey(["platform/gate"]);
});

/** What each statement that reads access tokens says about a token. */
async function readAll(token: string) {
  const key = tokenKey(token);
  const bearer = await checkBearerToken(key);
  const introspected = await introspectAccessToken(credentialsOf(introspector), key);
  const gate = await findGateFacts(sha256(gateKey.clientSecret), key);
  const organization = await readOrganizationToken(key);
  return { bearer, introspected, gate: gate?.token ?? null, organization };
}

const now = () => new Date();
const inAnHour = () => new Date(Date.now() + 3_600_000);
const ofSecret = ({ installation }: Scene): Columns => ({ secretId: installation.client.secretId });

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
    change: (scene) => changeGrant({ importsEndedAt: now() })(scene),
  },
  "it was imported after imports of its grant were ended": {
    state: "live",
    kinds: ["offline"],
    change: changeGrant({ importsEndedAt: aMinuteAgo() }),
  },
  "imports of its grant were ended, but it was not imported": {
    state: "live",
    columns: () => ({ familyHash: storedHash(newId()) }),
    change: (scene) => changeGrant({ importsEndedAt: inAnHour() })(scene),
  },
  "imports of its grant were ended, but it is not offline": {
    state: "live",
    kinds: ["online", "client_credentials"],
    change: (scene) => changeGrant({ importsEndedAt: inAnHour() })(scene),
  },
  "it expired": { state: "expired", columns: () => ({ expiresAt: aMinuteAgo() }) },
  "its client was deleted": { state: "client_deleted", change: changeClient({ deletedAt: now() }) },
  "its client is inactive": { state: "client_inactive", change: changeClient({ isActive: false }) },
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
    change: suspendPublisher,
  },
  "its company or organization is suspended": {
    state: "subject_suspended",
    change: suspendSubject,
  },
  "its secret may be used": { state: "live", kinds: ["client_credentials"], columns: ofSecret },
  "its secret expires later": {
    state: "live",
    kinds: ["client_credentials"],
    columns: ofSecret,
    change: changeSecret({ expiresAt: inAnHour() }),
  },
  "its secret was revoked": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: ofSecret,
    change: changeSecret({ revokedAt: now() }),
  },
  "its secret expired": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: ofSecret,
    change: changeSecret({ expiresAt: aMinuteAgo() }),
  },
  "its secret no longer exists": {
    state: "secret_ended",
    kinds: ["client_credentials"],
    columns: () => ({ secretId: newId() }),
  },
  "its person left and joined again": { state: "seller_left", kinds: ["online"], change: rejoin },
  "its person left": { state: "seller_left", kinds: ["online"], change: leave },
  "its person belongs only to another company or organization": {
    state: "seller_left",
    kinds: ["online"],
    columns: async (scene) => ({ userId: (await mintOutsider(scene)).userId }),
  },
  "its person's account was deactivated": {
    state: "seller_left",
    kinds: ["online"],
    change: deactivatePerson,
  },
  "its session is open, and another has ended": {
    state: "live",
    kinds: ["online"],
    columns: async ({ person }) => {
      await mintSession(person.userId, { endedAt: now() });
      return { sessionId: await mintSession(person.userId) };
    },
  },
  "its session ended": {
    state: "signed_out",
    kinds: ["online"],
    columns: async ({ person }) => ({
      sessionId: await mintSession(person.userId, { endedAt: now() }),
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
    columns: () => ({ sessionId: newId() }),
  },
};

const HOLDERS = { company: "a company", organization: "an organization" } as const;
const ROWS = (["offline", "online", "client_credentials"] as const).flatMap((kind) =>
  (["company", "organization"] as const).flatMap((subject) =>
    Object.entries(CASES)
      .filter(([, { kinds }]) => kinds?.includes(kind) ?? true)
      .map(([what, each]) => [kind, HOLDERS[subject], what, each, subject] as const),
  ),
);

describe("each statement that reads access tokens", () => {
  it.each(ROWS)(
    "sees the state of the %s token of %s when %s",
    async (kind, _holder, _what, each, subject) => {
      const scene = await mintScene(subject);
      const userId = kind === "online" ? scene.person.userId : null;
      const columns = { ...scene.columns, userId, ...(await each.columns?.(scene)) };
      const token = await mintAccessToken(scene.installation, kind, columns);
      await each.change?.(scene);
      const { bearer, introspected, gate, organization } = await readAll(token);
      expect([bearer?.state, gate?.state]).toEqual([each.state, each.state]);
      expect(organization?.state).toBe(subject === "company" ? undefined : each.state);
      expect(introspected?.scopes != null).toBe(each.state === "live");
    },
  );

  it.each([
    ["the grant", changeGrant({ scopes: INSTALLED_SCOPES.slice(1) })],
    ["the client", changeClient({ scopes: INSTALLED_SCOPES.slice(1) })],
  ])("leaves out the scopes that %s lost", async (_what, change) => {
    const scene = await mintScene("organization");
    const token = await mintAccessToken(scene.installation, "offline", scene.columns);
    await change(scene);
    for (const found of Object.values(await readAll(token))) {
      expect(found?.scopes).toEqual(INSTALLED_SCOPES.slice(1));
    }
  });

  it("gives a client's own token, which has no grant, the scopes of its client", async () => {
    const { columns, installation } = await mintScene("organization");
    const ownToken = { ...columns, grantId: null, grantEpoch: null };
    const token = await mintAccessToken(installation, "client_credentials", ownToken);
    for (const found of Object.values(await readAll(token))) {
      expect(found?.scopes).toEqual(INSTALLED_SCOPES);
    }
  });
});
