import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { introspectRefreshToken } from "@/lib/protocol/tokens/introspect-endpoint";
import type { PresentedRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import {
  findRefreshFacts,
  type RefreshFacts,
  rejectRefreshToken,
} from "@/lib/protocol/tokens/reject-refresh-token";
import { ROTATION_GRACE_SECONDS } from "@/lib/protocol/tokens/statements";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  endFamily,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintPresentedToken, presentRefreshToken } from "@/test/requests/present-refresh-token";
import { contextOf } from "@/test/requests/token-context";

type Columns = Partial<Prisma.RefreshTokenUncheckedCreateInput>;

/** One difference from a refresh token that can be used, and the scopes of the new access token. */
type Case = {
  /** Null: it cannot be used. Without it, all scopes. */
  scopes?: readonly string[] | null;
  columns?: () => Columns | Promise<Columns>;
  change?: Change;
  sent?: (scene: Scene) => Promise<Partial<PresentedRefreshToken>>;
  /** The check that the error names. */
  check?: CheckName;
  /** What is known about it, to explain a denial. */
  facts?: Partial<RefreshFacts>;
  /** Whether introspection reports it as active although it cannot be used as sent. */
  isActive?: true;
};

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const now = () => new Date();
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

const endedFamily = async () => {
  const codeHash = storedHash(newId());
  await endFamily(codeHash);
  return { codeHash };
};

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": {},
  "it was revoked": {
    facts: { revoked: true },
    scopes: null,
    check: "grant_live",
    columns: () => ({ revokedAt: now() }),
  },
  "its family was ended": {
    facts: { revoked: true },
    scopes: null,
    check: "grant_live",
    columns: endedFamily,
  },
  "its imported family was ended": {
    facts: { revoked: true },
    scopes: null,
    check: "grant_live",
    columns: async () => {
      const familyId = newId();
      await endFamily(storedHash(familyId));
      return { codeHash: null, familyId };
    },
  },
  "another family was ended": {
    columns: async () => {
      await endedFamily();
      return {};
    },
  },
  "it expired": {
    facts: { expired: true },
    scopes: null,
    check: "refresh_token_fresh",
    columns: () => ({ expiresAt: aMinuteAgo() }),
  },
  "it was superseded just now": { columns: () => ({ supersededAt: secondsAgo(10) }) },
  "it was superseded": {
    facts: { pastGrace: true },
    scopes: null,
    check: "refresh_token_unreplaced",
    columns: () => ({ supersededAt: secondsAgo(40) }),
  },
  "its grant was revoked": {
    facts: { grantEnded: true },
    scopes: null,
    check: "grant_live",
    change: changeGrant({ revokedAt: now() }),
  },
  "its grant is in a later epoch": {
    facts: { grantEnded: true },
    scopes: null,
    check: "grant_live",
    change: changeGrant({ epoch: 2 }),
  },
  "fewer scopes are asked for": {
    scopes: [PRODUCTS],
    sent: async () => ({ scopes: [PRODUCTS] }),
  },
  "more scopes are asked for": {
    scopes: null,
    check: "scope_granted",
    isActive: true,
    sent: async () => ({ scopes: [PRODUCTS, "company/inventory/read"] }),
    change: async (scene) => {
      const scopes = [...INSTALLED_SCOPES, "company/inventory/read"];
      await changeClient({ scopes })(scene);
      await changeGrant({ scopes })(scene);
    },
  },
  "its grant lost a scope": { scopes: [ORDERS], change: changeGrant({ scopes: [ORDERS] }) },
  "its client lost a scope": { scopes: [ORDERS], change: changeClient({ scopes: [ORDERS] }) },
  "its grant lost all scopes that it is for": {
    scopes: null,
    check: "scope_granted",
    isActive: true,
    change: changeGrant({ scopes: ["company/inventory/read"] }),
  },
  "its client lost all scopes that it is for": {
    scopes: null,
    check: "scope_granted",
    isActive: true,
    change: changeClient({ scopes: ["company/inventory/read"] }),
  },
  "another code of its grant is sent along": { sent: anotherCode },
  "a code of another grant is sent along": {
    facts: { codeOfSameGrant: false },
    scopes: null,
    check: "refresh_token_code",
    isActive: true,
    sent: async ({ subject }) =>
      anotherCode(await mintScene(subject.companyId === null ? "company" : "organization")),
  },
  "a code of another grant is sent along with an imported token": {
    columns: () => ({ codeHash: null }),
    sent: async () => anotherCode(await mintScene("company")),
  },
  "a code that no longer exists is sent along": {
    sent: async () => keyOfCode(newToken("code")),
  },
};

function keyOfCode(code: string) {
  return { codeHash: sha256(code), codeDay: dayOfToken(code) };
}

async function anotherCode({ installation, columns }: Scene) {
  return keyOfCode(await mintCode(installation, columns));
}

/** What is known about a token that can be used. */
const SOUND = {
  ...{ sameSubject: true, revoked: false, expired: false, grantEnded: false },
  ...{ codeOfSameGrant: true, pastGrace: false, scopes: INSTALLED_SCOPES },
};

const HOLDERS = { company: "a company", organization: "an organization" } as const;
const ROWS = (["none", "confirm_on_use"] as const).flatMap((rotation) =>
  (["company", "organization"] as const).flatMap((subject) =>
    Object.entries(CASES).map(
      ([what, each]) =>
        [
          rotation === "none" ? "refreshes" : "rotates",
          ...([HOLDERS[subject], what, each, subject, rotation] as const),
        ] as const,
    ),
  ),
);

describe("a statement that uses refresh tokens", () => {
  it.each(ROWS)(
    "%s a token of %s, and knows when %s",
    async (_verb, _holder, _what, each, subject, rotation) => {
      const scene = await mintScene(subject);
      await changeClient({ refreshRotation: rotation })(scene);
      const token = await mintPresentedToken(scene, await each.columns?.());
      const sent = { ...token, ...(await each.sent?.(scene)) };
      await each.change?.(scene);
      const context = contextOf(scene.installation.client, scene.subject);
      const introspected = await introspectRefreshToken(context.credentials, {
        tokenHash: token.refreshTokenHash,
      });
      const { clientId } = scene.installation.client;
      const facts = await findRefreshFacts(sent, clientId, scene.subject, ROTATION_GRACE_SECONDS);
      expect(facts).toMatchObject({ ...SOUND, ...each.facts });
      const row = await presentRefreshToken(rotation, context, sent);
      expect(row?.scopes).toEqual(each.scopes === undefined ? INSTALLED_SCOPES : each.scopes);
      if (!row?.scopes) {
        const denial = await rejectRefreshToken(context, newToken("refresh"), sent);
        expect(denial.diagnosis.check).toBe(each.check);
      }
      expect(introspected?.scopes != null).toBe(each.isActive ?? each.scopes !== null);
    },
  );

  it.each([
    ["refresh", "none", "confirm_on_use"],
    ["rotate", "confirm_on_use", "none"],
  ] as const)("%s leaves clients with the other setting alone", async (_name, own, other) => {
    const scene = await mintScene("company");
    await changeClient({ refreshRotation: other })(scene);
    const token = await mintPresentedToken(scene);
    const context = contextOf(scene.installation.client, scene.subject);
    expect(await presentRefreshToken(own, context, token)).toMatchObject({ scopes: null });
    expect(await presentRefreshToken(other, context, token)).toMatchObject({
      scopes: INSTALLED_SCOPES,
    });
  });
});
