import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { isAuthenticated } from "@/lib/protocol/tokens/authenticate-client";
import { redeemForOfflineToken, redeemForOnlineToken } from "@/lib/protocol/tokens/exchange-code";
import {
  introspectAccessToken,
  introspectRefreshToken,
} from "@/lib/protocol/tokens/introspect-endpoint";
import { issueOwnToken } from "@/lib/protocol/tokens/issue-client-token";
import { refreshToken, rotateRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import { findRefreshTokenFamily, revokeAccessToken } from "@/lib/protocol/tokens/revoke-endpoint";
import type { TokenContext } from "@/lib/protocol/tokens/statements";
import { mintClient, mintSecret } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  type Change,
  changeClient,
  changeSecret,
  mintScene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { contextOf, SENT_FROM } from "@/test/requests/token-context";

const newHash = () => randomBytes(32);
const newKey = () => tokenKey(newToken("offline"));
const noCode = () => ({
  ...{ codeHash: newHash(), codeDay: 0 },
  ...{ scopes: null, codeChallenge: null, redirectUri: null },
});
const noRefreshToken = () => ({
  ...{ refreshTokenHash: newHash(), scopes: null, codeHash: null, codeDay: null },
});

/** Each statement that authenticates a client, and whether it accepted the credentials. */
const WITH_SUBJECT: Readonly<Record<string, (context: TokenContext) => Promise<unknown>>> = {
  "redeem-online": (context) => redeemForOnlineToken(context, noCode(), newKey(), 60),
  "redeem-offline": (context) =>
    redeemForOfflineToken(context, noCode(), newKey(), newHash(), newId()),
  refresh: (context) => refreshToken(context, noRefreshToken(), newKey()),
  rotate: (context) => rotateRefreshToken(context, noRefreshToken(), newKey(), newHash()),
  "issue-own-token": (context) => issueOwnToken(context, null, newKey()),
};
const WITHOUT_SUBJECT: typeof WITH_SUBJECT = {
  "authenticate-client": ({ credentials, subject }) => isAuthenticated(credentials, subject),
  "revoke-access": ({ credentials }) => revokeAccessToken(credentials, newKey()),
  "find-refresh-token-family": ({ credentials }) => findRefreshTokenFamily(credentials, newHash()),
  "introspect-access": ({ credentials }) => introspectAccessToken(credentials, newKey()),
  "introspect-refresh": ({ credentials }) =>
    introspectRefreshToken(credentials, { tokenHash: newHash() }),
};
const STATEMENTS = Object.entries({ ...WITH_SUBJECT, ...WITHOUT_SUBJECT });
const SUBJECTS = ["company", "organization"] as const;
/** Only a client's own token takes another statement for an organization. */
const ROWS = [
  ...STATEMENTS.map(([name, ask]) => [name, "company", ask] as const),
  ["issue-own-token", "organization", WITH_SUBJECT["issue-own-token"]] as const,
].flatMap(([name, of, ask]) => (ask ? [[name, of, ask] as const] : []));

async function mintContext(of: "company" | "organization"): Promise<TokenContext> {
  const { installation, subject } = await mintScene(of);
  return contextOf(installation.client, subject);
}

const accepts = async (ask: (context: TokenContext) => Promise<unknown>, context: TokenContext) => {
  const answer = await ask(context);
  return answer !== null && answer !== false;
};

const inAnHour = () => new Date(Date.now() + 3_600_000);

const ACCEPTED: Readonly<Record<string, Change>> = {
  "nothing is wrong": async () => undefined,
  "its secret expires later": changeSecret({ expiresAt: inAnHour() }),
  "its other secret was revoked": async ({ installation }) => {
    const { secretId } = await mintSecret(installation.client.clientId);
    await db().clientSecret.update({ where: { id: secretId }, data: { revokedAt: new Date() } });
  },
};
const REJECTED: Readonly<Record<string, Change>> = {
  "it is inactive": changeClient({ isActive: false }),
  "it was deleted": changeClient({ deletedAt: new Date() }),
  "it is suspended": changeClient({ suspendedAt: new Date(), suspensionReason: "Broken rules." }),
  "its organization is suspended": suspendPublisher,
  "its secret was revoked": changeSecret({ revokedAt: new Date() }),
  "its secret expired": changeSecret({ expiresAt: aMinuteAgo() }),
};

describe.each(ROWS)("the statement %s, for a %s,", (_name, subject, ask) => {
  it.each(Object.entries(ACCEPTED))("authenticates a client when %s", async (_what, change) => {
    const scene = await mintScene(subject);
    await change(scene);
    expect(await accepts(ask, contextOf(scene.installation.client, scene.subject))).toBe(true);
  });

  it.each(Object.entries(REJECTED))("rejects a client when %s", async (_what, change) => {
    const scene = await mintScene(subject);
    await change(scene);
    expect(await accepts(ask, contextOf(scene.installation.client, scene.subject))).toBe(false);
  });

  it("rejects a client with an unknown secret or that of another client", async () => {
    const scene = await mintScene(subject);
    const { credentials, ...context } = contextOf(scene.installation.client, scene.subject);
    const otherClient = await mintClient(scene.installation.organizationId);
    for (const secretHash of [newHash(), sha256(otherClient.clientSecret)]) {
      const sent = { ...context, credentials: { ...credentials, secretHash } };
      expect(await accepts(ask, sent)).toBe(false);
    }
  });

  it("authenticates a client whose secret only matches in its other reading", async () => {
    const { credentials, ...context } = await mintContext(subject);
    const { secretHash } = credentials;
    const sent = { ...credentials, secretHash: newHash(), otherSecretHash: secretHash };
    expect(await accepts(ask, { ...context, credentials: sent })).toBe(true);
    const unknown = { ...credentials, clientId: newId() };
    expect(await accepts(ask, { ...context, credentials: unknown })).toBe(false);
  });

  it("notes once a minute that the secret was used, and from where", async () => {
    const { installation, ...scene } = await mintScene(subject);
    const { clientId, secretId } = installation.client;
    const otherSecret = await mintSecret(clientId);
    const context = contextOf(installation.client, scene.subject);
    const read = (id: string) =>
      db().clientSecret.findUniqueOrThrow({
        where: { id },
        select: { lastUsedAt: true, lastUsedFrom: true },
      });
    const use = async (lastUsedAt: Date | null) => {
      await db().clientSecret.update({ where: { id: secretId }, data: { lastUsedAt } });
      await ask(context);
      return read(secretId);
    };
    const first = await use(null);
    expect(first.lastUsedFrom).toBe(SENT_FROM);
    const aMinute = aMinuteAgo();
    expect((await use(aMinute)).lastUsedAt?.getTime()).toBeGreaterThan(aMinute.getTime());
    const justNow = new Date(Date.now() - 5_000);
    expect((await use(justNow)).lastUsedAt).toEqual(justNow);
    expect(await read(otherSecret.secretId)).toEqual({ lastUsedAt: null, lastUsedFrom: null });
  });
});

it.each(ROWS)("%s, for a %s, notes the address of each client of a batch", async (...row) => {
  const [, subject, ask] = row;
  const scenes = await Promise.all(Array.from({ length: 8 }, () => mintScene(subject)));
  const addresses = scenes.map((_scene, index) => `192.0.2.${index + 1}`);
  await Promise.all(
    scenes.map(({ installation, ...scene }, index) => {
      const { credentials, ...context } = contextOf(installation.client, scene.subject);
      const ipAddress = addresses[index] ?? null;
      return ask({ ...context, credentials: { ...credentials, ipAddress } });
    }),
  );
  const noted = await Promise.all(
    scenes.map(({ installation }) =>
      db().clientSecret.findUniqueOrThrow({ where: { id: installation.client.secretId } }),
    ),
  );
  expect(noted.map(({ lastUsedFrom }) => lastUsedFrom)).toEqual(addresses);
});

describe.each(SUBJECTS)("a statement for a %s", (subject) => {
  it.each(Object.entries(WITH_SUBJECT))(
    "%s rejects clients while it is suspended",
    async (...row) => {
      const [, ask] = row;
      const scene = await mintScene(subject);
      await suspendSubject(scene);
      expect(await accepts(ask, contextOf(scene.installation.client, scene.subject))).toBe(false);
    },
  );
});
