import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { denyCode, explainCode, type SubmittedCode } from "@/lib/protocol/tokens/code-conditions";
import { parseTokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { sharedValues } from "@/lib/protocol/tokens/statements";
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
import type { RouteAnswer } from "@/test/requests/call-route";
import {
  type Asker,
  exchangeAt,
  failedChecks,
  mintSceneCode,
} from "@/test/requests/token-at-scene";
import { contextOf } from "@/test/requests/token-context";

type Kind = "online" | "offline";
type Columns = Parameters<typeof mintCode>[1];

/** One difference from a code that can be exchanged. */
type Case = {
  /** The check that the denial names. Without one, the code is exchanged. */
  check?: CheckName;
  error?: "invalid_grant" | "invalid_scope" | "unauthorized_client";
  says?: string;
  /** The scopes of the token, unless it has all. */
  scopes?: readonly string[];
  /** The kinds of token to which it applies, unless to both. */
  kinds?: readonly Kind[];
  columns?: Columns | ((scene: Scene) => Promise<Columns>);
  change?: Change;
  endedFamily?: (code: string) => string;
  sent?: Record<string, unknown>;
  /** The condition that is not true, unless its check says so. */
  state?: string;
};

const KINDS = ["online", "offline"] as const;
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const OTHER_SCOPE = "company/inventory/read";
const NOW = new Date();
const USABLE = { expiresAt: aMinuteAgo(), secondUseExpiresAt: new Date(Date.now() + 3_600_000) };
const OVER = { expiresAt: aMinuteAgo(), secondUseExpiresAt: aMinuteAgo() };
// RFC 7636, appendix B.
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = { codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" };

const sessionOf =
  (columns: Parameters<typeof mintSession>[1]) =>
  async ({ person }: Scene) => ({ sessionId: await mintSession(person.userId, columns) });

/** The condition that is not true when a check fails. */
const STATES: Partial<Record<CheckName, string>> = {
  code_unused: "used",
  code_fresh: "expired",
  grant_registered: "grant_not_registered",
  grant_live: "grant_revoked",
  seller_belongs: "seller_left",
  code_online: "offline_only",
  session_live: "signed_out",
  code_verifier: "wrong_verifier",
  redirect_uri_same: "other_redirect_uri",
  scope_granted: "scope_not_granted",
  scope_form: "scope_not_granted",
};
const asRevoked = { check: "code_unused", state: "revoked" } as const;
const elsewhere = {
  check: "redirect_uri_same",
  sent: { redirect_uri: "https://x.test/" },
} as const;
const withChallenge = { columns: CHALLENGE };
const wrongVerifier = { ...withChallenge, check: "code_verifier", says: "does not match" } as const;

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": {},
  "it was revoked": { ...asRevoked, says: "was revoked", columns: { revokedAt: NOW } },
  "it was exchanged for an offline token and then revoked": {
    ...asRevoked,
    kinds: ["online"],
    columns: { revokedAt: NOW, offlineUsedAt: NOW, ...USABLE },
  },
  "its family was ended": { ...asRevoked, endedFamily: (code) => code },
  "another family was ended": { endedFamily: () => newId() },
  "it expired": {
    check: "code_fresh",
    says: "Exchange it within 60 seconds",
    columns: { expiresAt: aMinuteAgo() },
  },
  "it was exchanged for a token of this kind": {
    check: "code_unused",
    columns: { onlineUsedAt: NOW, offlineUsedAt: NOW, ...USABLE },
  },
  "it was exchanged for an offline token, and may be used once more": {
    kinds: ["online"],
    columns: { offlineUsedAt: NOW, ...USABLE },
  },
  "it was exchanged for an online token, and may be used once more": {
    kinds: ["offline"],
    columns: { onlineUsedAt: NOW, ...USABLE },
  },
  "it was exchanged for an offline token long ago": {
    check: "code_fresh",
    kinds: ["online"],
    columns: { offlineUsedAt: NOW, ...OVER },
  },
  "it was exchanged for an online token long ago": {
    check: "code_fresh",
    kinds: ["offline"],
    columns: { onlineUsedAt: NOW, ...OVER },
  },
  "its grant was revoked": { check: "grant_live", change: changeGrant({ revokedAt: NOW }) },
  "its grant is in a later epoch": { check: "grant_live", change: changeGrant({ epoch: 2 }) },
  "its client may not use codes": {
    check: "grant_registered",
    error: "unauthorized_client",
    change: changeClient({ grantTypes: ["client_credentials", "refresh_token"] }),
  },
  "its person left": { check: "seller_belongs", change: leave },
  "its person left and joined again": { check: "seller_belongs", change: rejoin },
  "its person belongs only to another company or organization": {
    check: "seller_belongs",
    columns: async (scene) => ({ userId: (await mintOutsider(scene)).userId }),
  },
  "its person does not exist": { check: "seller_belongs", columns: { userId: newId() } },
  "its person's account was deactivated": {
    check: "seller_belongs",
    change: deactivatePerson,
  },
  "it has no session, and its person's account was deactivated": {
    check: "seller_belongs",
    columns: { sessionId: null },
    change: deactivatePerson,
  },
  "its session ended": {
    check: "session_live",
    kinds: ["online"],
    columns: sessionOf({ endedAt: NOW }),
  },
  "its session ended, which an offline token survives": {
    kinds: ["offline"],
    columns: sessionOf({ endedAt: NOW }),
  },
  "its session ended, and something else is wrong": {
    ...elsewhere,
    kinds: ["offline"],
    columns: sessionOf({ endedAt: NOW }),
  },
  "its session no longer exists": {
    check: "session_live",
    kinds: ["online"],
    columns: { sessionId: newId() },
  },
  "it has no session": { columns: { sessionId: null } },
  "it is for an offline token only": {
    check: "code_online",
    kinds: ["online"],
    columns: { offlineOnly: true },
  },
  "it is for an offline token": {
    kinds: ["offline"],
    columns: { offlineOnly: true },
  },
  "it is for an offline token, and something else is wrong": {
    ...elsewhere,
    kinds: ["offline"],
    columns: { offlineOnly: true },
  },
  "its code challenge fits": { ...withChallenge, sent: { code_verifier: VERIFIER } },
  "another code verifier is sent": { ...wrongVerifier, sent: { code_verifier: `${VERIFIER}x` } },
  "its code challenge is sent as the code verifier": {
    ...wrongVerifier,
    sent: { code_verifier: CHALLENGE.codeChallenge },
  },
  "its code challenge is not answered": {
    ...withChallenge,
    check: "code_verifier",
    says: "code_verifier is missing",
  },
  "security 13: it has no code challenge, but one is answered": {
    check: "code_verifier",
    says: "the authorize request had no code_challenge",
    sent: { code_verifier: VERIFIER },
  },
  "its redirect_uri is sent": { sent: { redirect_uri: REDIRECT_URI } },
  "another redirect_uri is sent": { ...elsewhere, sent: { redirect_uri: `${REDIRECT_URI}/` } },
  "fewer scopes are asked for": { scopes: [PRODUCTS], sent: { scope: PRODUCTS } },
  "more scopes are asked for, although client and grant have them": {
    check: "scope_granted",
    error: "invalid_scope",
    says: `The code was not granted: ${OTHER_SCOPE}.`,
    sent: { scope: [PRODUCTS, OTHER_SCOPE], redirect_uri: REDIRECT_URI },
    change: async (scene) => {
      const scopes = [...INSTALLED_SCOPES, OTHER_SCOPE];
      await changeClient({ scopes })(scene);
      await changeGrant({ scopes })(scene);
    },
  },
  "scopes are separated by a bar": {
    check: "scope_form",
    error: "invalid_scope",
    sent: { scope: `${ORDERS}|${PRODUCTS}` },
    says: `Send ${ORDERS},${PRODUCTS}.`,
  },
  "it is for fewer scopes than its grant": {
    scopes: [ORDERS],
    columns: { scopes: [ORDERS] },
  },
  "its grant lost a scope": { scopes: [ORDERS], change: changeGrant({ scopes: [ORDERS] }) },
  "its client lost a scope": { scopes: [ORDERS], change: changeClient({ scopes: [ORDERS] }) },
  "its grant lost all scopes that it is for": {
    check: "scope_granted",
    state: "no_scope_left",
    says: "seller must consent again",
    change: changeGrant({ scopes: [OTHER_SCOPE] }),
  },
  "its client lost all scopes that it is for": {
    check: "scope_granted",
    state: "no_scope_left",
    says: "None of the scopes can be issued any more. ",
    change: changeClient({ scopes: [OTHER_SCOPE] }),
  },
};

const ROWS = KINDS.flatMap((kind) =>
  (["company", "organization"] as const).flatMap((of) =>
    Object.entries(CASES)
      .filter(([, { kinds }]) => kinds?.includes(kind) ?? true)
      .map(([what, each]) => [kind, of, what, each] as const),
  ),
);

const submittedOf = (code: string, sent: Case["sent"] = {}): SubmittedCode => {
  const { scopes, code_verifier, redirect_uri } = parseTokenRequest(sent);
  const codeChallenge = code_verifier ? hash("sha256", code_verifier, "base64url") : null;
  const key = { codeHash: sha256(code), codeDay: dayOfToken(code) };
  return { ...key, scopes, codeChallenge, redirectUri: redirect_uri ?? null };
};

/** Expects that nothing was issued, and that the client's log names the check. */
async function expectDenied(
  { installation }: Asker,
  { status, headers, body }: RouteAnswer,
  { check, error = "invalid_grant", says = "" }: Case,
): Promise<void> {
  expect([status, body.error, headers.get("cache-control")]).toEqual([400, error, "no-store"]);
  expect(body).not.toHaveProperty("access_token");
  expect(body.message).toContain(says);
  const { clientId } = installation.client;
  expect((await failedChecks(clientId))[0]).toBe(check);
}

const tokensOf = (clientId: string) => db().accessToken.findMany({ where: { clientId } });

/** Other characters than these, which a random token may end with. */
const swapped = (end: string) => (end === "AA" ? "BA" : "AA");

describe("security 12, 13, 32 and 43: a code", () => {
  it.each(ROWS)("for an %s token of a %s, when %s", async (kind, of, _what, each) => {
    const scene = await mintScene(of);
    const columns = typeof each.columns === "function" ? await each.columns(scene) : each.columns;
    const code = await mintSceneCode(scene, columns);
    if (each.endedFamily) await endFamily(storedHash(each.endedFamily(code)));
    await each.change?.(scene);
    const explanation = await explainCode[kind]({
      ...sharedValues(contextOf(scene.installation.client, scene.subject)),
      ...submittedOf(code, each.sent),
    });
    const { check, state = check && STATES[check] } = each;
    expect(explanation?.state).toBe(state ?? null);
    const answer = await exchangeAt(kind, scene, code, each.sent);
    const stored = (await tokensOf(scene.installation.client.clientId)).map(({ scopes }) => scopes);
    if (check) {
      await expectDenied(scene, answer, each);
      expect(stored).toEqual([]);
    } else {
      const scopes = each.scopes ?? INSTALLED_SCOPES;
      expect([answer.status, answer.body.scope]).toEqual([200, scopes.join()]);
      expect(stored).toEqual([scopes]);
    }
  });

  it.each(KINDS)("for an %s token that was usable by then is denied in general", async (kind) => {
    const scene = await mintScene("company");
    const code = submittedOf(await mintSceneCode(scene));
    const context = contextOf(scene.installation.client, scene.subject);
    expect(await denyCode(kind, context, code)).toMatchObject({
      code: "invalid_grant",
      message: "The code could not be used. Run the authorization flow again.",
    });
  });

  it.each<[string, () => string, CheckName, string]>([
    ["unknown", () => newToken("code"), "code_known", "The code is unknown"],
    ["truncated", () => newToken("code").slice(0, -1), "code_form", "The code is damaged. Send it"],
    ["padded", () => `${newToken("code")}=`, "code_form", ""],
    ["of a wrong checksum", () => newToken("code").replace(/..$/, swapped), "code_form", "damaged"],
    ["a refresh token", () => newToken("refresh"), "code_form", "is a refresh token, not an auth"],
    ["text", () => "' OR 1=1 --", "code_form", "is not an authorization code of this service."],
  ])("security 46: that is %s is denied", async (_what, make, check, says) => {
    const scene = await mintScene("company");
    for (const kind of KINDS) {
      await expectDenied(scene, await exchangeAt(kind, scene, make()), { check, says });
    }
  });
});

describe("security 12: a code whose verifier is missing or wrong", () => {
  it.each([{}, { code_verifier: `${VERIFIER}x` }])("is revoked (%j)", async (sent) => {
    for (const kind of KINDS) {
      const scene = await mintScene("company");
      const code = await mintSceneCode(scene, CHALLENGE);
      expect((await exchangeAt(kind, scene, code, sent)).body.error).toBe("invalid_grant");
      const again = await exchangeAt(kind, scene, code, { code_verifier: VERIFIER });
      await expectDenied(scene, again, { check: "code_unused" });
    }
  });
});
