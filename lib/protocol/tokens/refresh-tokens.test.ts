import { beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { parseTokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import {
  denyRefreshToken,
  explainRefreshToken,
  ROTATION_GRACE_SECONDS,
} from "@/lib/protocol/tokens/refresh-token-conditions";
import { sharedValues } from "@/lib/protocol/tokens/statements";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import {
  type Change,
  changeClient,
  changeGrant,
  endFamily,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { textOf } from "@/test/requests/read-json";
import { failedChecks, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";
import { contextOf } from "@/test/requests/token-context";

type Columns = Partial<Prisma.RefreshTokenUncheckedCreateInput>;

/** One difference from a refresh token that can be used. */
type Case = {
  /** The check that the denial names. Without one, there is a new access token. */
  check?: CheckName;
  error?: "invalid_scope" | "unauthorized_client" | "invalid_client";
  says?: string;
  /** The scopes of the access token, unless it has all. */
  scopes?: readonly string[];
  columns?: Columns | (() => Promise<Columns>);
  change?: Change;
  sent?: Record<string, unknown> | ((scene: Scene) => Promise<Record<string, unknown>>);
  /** The condition that is not true, unless its check says so. */
  state?: string;
  /** Whether introspection reports it as active although it cannot be used as sent. */
  isActive?: true;
};

const ROTATIONS = ["none", "confirm_on_use"] as const;
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const OTHER_SCOPE = "company/inventory/read";
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** The condition that is not true when a check fails; the others are about the client. */
const STATES: Partial<Record<CheckName, string>> = {
  grant_live: "revoked",
  refresh_token_fresh: "expired",
  refresh_token_unreplaced: "replaced",
  refresh_token_code: "code_of_other_grant",
  scope_granted: "scope_not_granted",
  scope_form: "scope_not_granted",
};
const asRevoked = { check: "grant_live", says: "was revoked" } as const;
const unauthorized = { error: "unauthorized_client" } as const;

const CASES: Readonly<Record<string, Case>> = {
  "nothing is wrong": {},
  "it was revoked": { ...asRevoked, columns: { revokedAt: new Date() } },
  "its family was ended": {
    ...asRevoked,
    columns: async () => {
      const codeHash = storedHash(newId());
      await endFamily(codeHash);
      return { codeHash };
    },
  },
  "its imported family was ended": {
    ...asRevoked,
    columns: async () => {
      const familyId = newId();
      await endFamily(storedHash(familyId));
      return { codeHash: null, familyId };
    },
  },
  "another family was ended": { change: () => endFamily(storedHash(newId())) },
  "it expired": { check: "refresh_token_fresh", columns: { expiresAt: aMinuteAgo() } },
  "it was superseded just now": {
    columns: async () => ({ supersededAt: secondsAgo(ROTATION_GRACE_SECONDS - 20) }),
  },
  "it was superseded": {
    check: "refresh_token_unreplaced",
    columns: { supersededAt: secondsAgo(ROTATION_GRACE_SECONDS + 10) },
  },
  "its grant was revoked": { ...asRevoked, change: changeGrant({ revokedAt: new Date() }) },
  "its grant is in a later epoch": { ...asRevoked, change: changeGrant({ epoch: 2 }) },
  "its client is inactive": {
    ...unauthorized,
    check: "client_active",
    change: changeClient({ isActive: false }),
  },
  "its client was deleted": {
    error: "invalid_client",
    check: "client_active",
    change: changeClient({ deletedAt: new Date() }),
  },
  "its client is suspended": {
    ...unauthorized,
    check: "client_not_suspended",
    says: "It broke our rules.",
    change: changeClient({ suspendedAt: new Date(), suspensionReason: "It broke our rules." }),
  },
  "its client's organization is suspended": {
    ...unauthorized,
    check: "publisher_active",
    change: suspendPublisher,
  },
  "its company or organization is suspended": {
    ...unauthorized,
    check: "subject_active",
    change: suspendSubject,
  },
  "fewer scopes are asked for": { scopes: [PRODUCTS], sent: { scope: PRODUCTS } },
  "security 39: more scopes are asked for, although client and grant have them": {
    check: "scope_granted",
    error: "invalid_scope",
    isActive: true,
    says: `The refresh token was not granted: ${OTHER_SCOPE}.`,
    sent: { scope: [PRODUCTS, OTHER_SCOPE] },
    change: async (scene) => {
      const scopes = [...INSTALLED_SCOPES, OTHER_SCOPE];
      await changeClient({ scopes })(scene);
      await changeGrant({ scopes })(scene);
    },
  },
  "scopes are separated by a semicolon": {
    check: "scope_form",
    error: "invalid_scope",
    isActive: true,
    sent: { scope: `${ORDERS};${PRODUCTS}` },
    says: `not by ;. Send ${ORDERS},${PRODUCTS}.`,
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
    isActive: true,
    change: changeGrant({ scopes: [OTHER_SCOPE] }),
  },
  "its client lost all scopes that it is for": {
    check: "scope_granted",
    state: "no_scope_left",
    says: "None of the scopes can be issued any more. ",
    isActive: true,
    change: changeClient({ scopes: [OTHER_SCOPE] }),
  },
  "another code of its grant is sent along": {
    sent: async (scene) => ({ code: await mintSceneCode(scene) }),
  },
  "a code of another grant is sent along": {
    check: "refresh_token_code",
    isActive: true,
    sent: async ({ subject }) => {
      const of = subject.companyId === null ? "organization" : "company";
      return { code: await mintSceneCode(await mintScene(of)) };
    },
  },
  "a code of another grant is sent along with an imported token": {
    columns: { codeHash: null },
    sent: async () => ({ code: await mintSceneCode(await mintScene("company")) }),
  },
  "a code that no longer exists is sent along": { sent: { code: newToken("code") } },
};

const ROWS = ROTATIONS.flatMap((rotation) =>
  (["company", "organization"] as const).flatMap((of) =>
    Object.entries(CASES).map(([what, each]) => [rotation, of, what, each] as const),
  ),
);

const mintToken = ({ installation, columns: ofScene }: Scene, columns: Columns = {}) =>
  mintRefreshToken(installation, { ...ofScene, ...columns });

const submittedOf = (token: string, sent: Record<string, unknown> = {}) => {
  const { scopes, code } = parseTokenRequest(sent);
  const ofCode = code === undefined ? null : { codeHash: sha256(code), codeDay: dayOfToken(code) };
  return { refreshTokenHash: sha256(token), scopes, codeHash: null, codeDay: null, ...ofCode };
};

let introspector: MintedServiceKey;

beforeAll(async () => {
  introspector = await mintServiceKey(["platform/introspect"]);
});

describe("security 37, 39, 43 and 46: a refresh token", () => {
  it.each(ROWS)("(rotation: %s) of a %s, when %s", async (rotation, of, _what, each) => {
    const scene = await mintScene(of);
    await changeClient({ refreshRotation: rotation })(scene);
    const { columns, check, error = "invalid_grant", scopes = INSTALLED_SCOPES } = each;
    const token = await mintToken(scene, typeof columns === "function" ? await columns() : columns);
    const sent = typeof each.sent === "function" ? await each.sent(scene) : each.sent;
    await each.change?.(scene);
    const { client } = scene.installation;
    const introspected = await introspect(introspector, token);
    const explanation = await explainRefreshToken({
      ...sharedValues(contextOf(client, scene.subject)),
      ...submittedOf(token, sent),
    });
    expect(explanation?.state).toBe(each.state ?? (check && STATES[check]) ?? null);
    const { status, headers, body } = await refreshAt(scene, token, sent);
    const where = { clientId: client.clientId };
    const stored = (await db().accessToken.findMany({ where })).map((row) => row.scopes);
    expect(headers.get("cache-control")).toBe("no-store");
    if (check) {
      expect([status, body.error]).toEqual([error === "invalid_client" ? 401 : 400, error]);
      expect(body.message).toContain(each.says ?? "");
      expect(await failedChecks(client.clientId)).toEqual([check]);
      expect(stored).toEqual([]);
    } else {
      expect([status, body.scope]).toEqual([200, scopes.join()]);
      expect(stored).toEqual([scopes]);
      expect(body.refresh_token === token).toBe(rotation === "none");
    }
    const { active, scope } = introspected.body;
    expect(active).toBe(each.isActive ?? check === undefined);
    if (check === undefined && each.sent === undefined) expect(scope).toBe(scopes.join(" "));
  });

  it.each<[string, (scene: Scene, token: string) => string | Promise<string>]>([
    ["security 46: unknown", () => newToken("refresh")],
    ["security 46: truncated", (_, token) => token.slice(0, -1)],
    ["security 46: padded", (_, token) => `${token}=`],
    ["security 46: changed", (_, token) => token.replace(/.$/, "~")],
    ["security 37: a code", (scene) => mintSceneCode(scene)],
    ["a secret", ({ installation }) => installation.client.clientSecret],
    ["security 37: an access token", ({ installation }) => mintAccessToken(installation, "online")],
  ])("is rejected if it is %s", async (what, make) => {
    const scene = await mintScene("company");
    const { status, body } = await refreshAt(scene, await make(scene, await mintToken(scene)));
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    const check = what.endsWith("unknown") ? "refresh_token_known" : "refresh_token_form";
    expect(await failedChecks(scene.installation.client.clientId)).toEqual([check]);
  });

  it("that was usable by then is denied in general", async () => {
    const scene = await mintScene("company");
    const token = await mintToken(scene);
    const context = contextOf(scene.installation.client, scene.subject);
    expect(await denyRefreshToken(context, token, submittedOf(token))).toMatchObject({
      code: "invalid_grant",
      message: "The refresh token could not be used. Run the authorization flow again.",
    });
  });
});

describe("spec 4.4: a refresh without rotation", () => {
  it("returns the same token for another year, repeatedly, and leaves access tokens alone", async () => {
    const scene = await mintScene("company");
    const token = await mintToken(scene);
    const issued: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { body } = await refreshAt(scene, token);
      expect([body.refresh_token, body.expires_in]).toEqual([token, "3600"]);
      issued.push(textOf(body.access_token));
      await db().refreshToken.updateMany({
        where: { tokenHash: storedHash(token), lastUsedAt: { not: null } },
        data: { expiresAt: new Date(Date.now() + 60_000) },
      });
    }
    for (const each of issued) expect((await callProducts(each)).status).toBe(200);
    await refreshAt(scene, token);
    const where = { tokenHash: storedHash(token) };
    const { expiresAt } = await db().refreshToken.findUniqueOrThrow({ where });
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(365);
  });

  it("gives the client's current lifetime, and fewer scopes only when it asks for fewer", async () => {
    const scene = await mintScene("company");
    const token = await mintToken(scene);
    await changeClient({ accessTokenLifetime: 900 })(scene);
    const narrow = await refreshAt(scene, token, { scope: PRODUCTS });
    expect([narrow.body.scope, narrow.body.expires_in]).toEqual([PRODUCTS, "900"]);
    expect((await refreshAt(scene, token)).body.scope).toBe(INSTALLED_SCOPES.join());
  });
});
