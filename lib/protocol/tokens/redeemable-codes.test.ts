import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { PresentedCode } from "@/lib/protocol/tokens/exchange-code";
import { type CodeFacts, findCodeFacts, rejectCode } from "@/lib/protocol/tokens/reject-code";
import { aMinuteAgo, type mintCode, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  deactivatePerson,
  endFamily,
  leave,
  mintOutsider,
  mintScene,
  mintSession,
  rejoin,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintPresentedCode, redeemCode } from "@/test/requests/redeem-code";
import { contextOf } from "@/test/requests/token-context";

type Kind = "online" | "offline";
type Columns = Parameters<typeof mintCode>[1];

/** One difference from a code that can be redeemed, and the scopes of its token. */
type Case = {
  /** Null: it cannot be redeemed. Without it, all scopes. */
  scopes?: readonly string[] | null;
  kinds?: readonly Kind[];
  columns?: (scene: Scene) => Columns | Promise<Columns>;
  change?: Change;
  sent?: Partial<PresentedCode>;
  /** The check that the error names. */
  check?: CheckName;
  /** What is known about it, to explain a denial. */
  facts?: Partial<CodeFacts>;
  codeHash?: (codeHash: Buffer) => Promise<unknown>;
};

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const now = () => new Date();
const onceMore = () => ({
  expiresAt: aMinuteAgo(),
  secondUseExpiresAt: new Date(Date.now() + 60_000),
});
const longAgo = () => ({
  expiresAt: new Date(Date.now() - 120_000),
  secondUseExpiresAt: aMinuteAgo(),
});
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": {},
  "it was revoked": {
    facts: { revoked: true },
    scopes: null,
    check: "code_unused",
    columns: () => ({ revokedAt: now() }),
  },
  "it was redeemed for an offline token and then revoked": {
    facts: { revoked: true, offlineUsed: true },
    scopes: null,
    check: "code_unused",
    kinds: ["online"],
    columns: () => ({
      ...{ revokedAt: now(), offlineUsedAt: now() },
      ...onceMore(),
    }),
  },
  "its family was ended": {
    facts: { revoked: true },
    scopes: null,
    check: "code_unused",
    codeHash: (codeHash) => endFamily(new Uint8Array(codeHash)),
  },
  "another family was ended": { codeHash: () => endFamily(storedHash(newId())) },
  "it expired": {
    facts: { expired: true },
    scopes: null,
    check: "code_fresh",
    columns: () => ({ expiresAt: aMinuteAgo() }),
  },
  "it was redeemed for a token of this kind": {
    facts: { onlineUsed: true, offlineUsed: true },
    scopes: null,
    check: "code_unused",
    columns: () => ({
      ...{ onlineUsedAt: now(), offlineUsedAt: now() },
      ...onceMore(),
    }),
  },
  "it was redeemed for an offline token, and may be used once more": {
    facts: { offlineUsed: true },
    kinds: ["online"],
    columns: () => ({
      ...{ offlineUsedAt: now() },
      ...onceMore(),
    }),
  },
  "it was redeemed for an online token, and may be used once more": {
    facts: { onlineUsed: true },
    kinds: ["offline"],
    columns: () => ({
      ...{ onlineUsedAt: now() },
      ...onceMore(),
    }),
  },
  "it was redeemed for an offline token long ago": {
    facts: { offlineUsed: true, expired: true },
    scopes: null,
    check: "code_fresh",
    kinds: ["online"],
    columns: () => ({ offlineUsedAt: now(), ...longAgo() }),
  },
  "it was redeemed for an online token long ago": {
    facts: { onlineUsed: true, expired: true },
    scopes: null,
    check: "code_fresh",
    kinds: ["offline"],
    columns: () => ({ onlineUsedAt: now(), ...longAgo() }),
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
  "its client may not use codes": {
    facts: { mayUseCodes: false },
    scopes: null,
    check: "grant_registered",
    change: changeClient({ grantTypes: ["client_credentials", "refresh_token"] }),
  },
  "its person left": {
    facts: { sellerLeft: true },
    scopes: null,
    check: "seller_belongs",
    change: leave,
  },
  "its person left and joined again": {
    facts: { sellerLeft: true },
    scopes: null,
    check: "seller_belongs",
    change: rejoin,
  },
  "its person belongs only to another company or organization": {
    facts: { sellerLeft: true },
    scopes: null,
    check: "seller_belongs",
    columns: async (scene) => ({ userId: (await mintOutsider(scene)).userId }),
  },
  "its person's account was deactivated": {
    facts: { sellerLeft: true, signedOut: true },
    scopes: null,
    check: "seller_belongs",
    change: deactivatePerson,
  },
  "it has no session, and its person's account was deactivated": {
    scopes: null,
    check: "seller_belongs",
    facts: { sellerLeft: true },
    columns: () => ({ sessionId: null }),
    change: deactivatePerson,
  },
  "its session ended": {
    facts: { signedOut: true },
    scopes: null,
    check: "session_live",
    kinds: ["online"],
    columns: async ({ person }) => ({
      sessionId: await mintSession(person.userId, { endedAt: now() }),
    }),
  },
  "its session ended, which an offline token survives": {
    facts: { signedOut: true },
    kinds: ["offline"],
    columns: async ({ person }) => ({
      sessionId: await mintSession(person.userId, { endedAt: now() }),
    }),
  },
  "its session no longer exists": {
    facts: { signedOut: true },
    scopes: null,
    check: "session_live",
    kinds: ["online"],
    columns: () => ({ sessionId: newId() }),
  },
  "it has no session": { columns: () => ({ sessionId: null }) },
  "it is for an offline token only": {
    facts: { offlineOnly: true },
    scopes: null,
    check: "code_online",
    kinds: ["online"],
    columns: () => ({ offlineOnly: true }),
  },
  "it is for an offline token": {
    facts: { offlineOnly: true },
    kinds: ["offline"],
    columns: () => ({ offlineOnly: true }),
  },
  "its code challenge fits": {
    facts: { codeChallenge: challenge },
    columns: () => ({ codeChallenge: challenge }),
    sent: { codeChallenge: challenge },
  },
  "its code challenge does not fit": {
    facts: { codeChallenge: challenge },
    scopes: null,
    check: "code_verifier",
    columns: () => ({ codeChallenge: challenge }),
    sent: { codeChallenge: challenge.toLowerCase() },
  },
  "its code challenge is not answered": {
    facts: { codeChallenge: challenge },
    scopes: null,
    check: "code_verifier",
    columns: () => ({ codeChallenge: challenge }),
  },
  "it has no code challenge, but one is answered": {
    scopes: null,
    check: "code_verifier",
    sent: { codeChallenge: challenge },
  },
  "its redirect_uri is sent": { sent: { redirectUri: REDIRECT_URI } },
  "another redirect_uri is sent": {
    scopes: null,
    check: "redirect_uri_same",
    sent: { redirectUri: `${REDIRECT_URI}/` },
  },
  "fewer scopes are asked for": { scopes: [PRODUCTS], sent: { scopes: [PRODUCTS] } },
  "more scopes are asked for": {
    scopes: null,
    check: "scope_granted",
    sent: { scopes: [PRODUCTS, "company/inventory/read"] },
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
    change: changeGrant({ scopes: ["company/inventory/read"] }),
  },
  "its client lost all scopes that it is for": {
    scopes: null,
    check: "scope_granted",
    change: changeClient({ scopes: ["company/inventory/read"] }),
  },
};

/** What is known about a code that can be redeemed. */
const SOUND = {
  ...{
    mayUseCodes: true,
    sameSubject: true,
    revoked: false,
    onlineUsed: false,
    offlineUsed: false,
  },
  ...{ expired: false, grantEnded: false, sellerLeft: false, offlineOnly: false, signedOut: false },
  ...{ codeChallenge: null, redirectUri: REDIRECT_URI, scopes: INSTALLED_SCOPES },
};

const HOLDERS = { company: "a company", organization: "an organization" } as const;
const ROWS = (["online", "offline"] as const).flatMap((kind) =>
  (["company", "organization"] as const).flatMap((subject) =>
    Object.entries(CASES)
      .filter(([, { kinds }]) => kinds?.includes(kind) ?? true)
      .map(([what, each]) => [kind, HOLDERS[subject], what, each, subject] as const),
  ),
);

describe("a statement that redeems codes", () => {
  it.each(ROWS)(
    "for %s tokens of %s knows when %s",
    async (kind, _holder, _what, each, subject) => {
      const scene = await mintScene(subject);
      const code = await mintPresentedCode(scene, await each.columns?.(scene));
      await each.codeHash?.(code.codeHash);
      await each.change?.(scene);
      const context = contextOf(scene.installation.client, scene.subject);
      const facts = await findCodeFacts(code, scene.installation.client.clientId, scene.subject);
      expect(facts).toMatchObject({ ...SOUND, ...each.facts });
      const row = await redeemCode(kind, context, { ...code, ...each.sent });
      expect(row?.scopes).toEqual(each.scopes === undefined ? INSTALLED_SCOPES : each.scopes);
      if (row?.scopes) return;
      const denial = await rejectCode(kind, context, { ...code, ...each.sent });
      expect(denial.diagnosis.check).toBe(each.check);
    },
  );
});
