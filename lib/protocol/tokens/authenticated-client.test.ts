import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { credentialsDenial, isAuthenticated } from "@/lib/protocol/tokens/authenticate-client";
import { CLIENT_CONDITIONS } from "@/lib/protocol/tokens/client-conditions";
import { redeemOffline, redeemOnline } from "@/lib/protocol/tokens/exchange-code";
import {
  introspectAccessToken,
  introspectRefreshToken,
} from "@/lib/protocol/tokens/introspect-endpoint";
import { issueOwnToken } from "@/lib/protocol/tokens/issue-client-token";
import { refresh, rotateRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import { findRefreshTokenFamily, revokeAccessToken } from "@/lib/protocol/tokens/revoke-endpoint";
import { sharedValues, type TokenContext } from "@/lib/protocol/tokens/statements";
import { mintClient, mintSecret } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  type Change,
  changeClient,
  changeSecret,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { contextOf, credentialsOf, SENT_FROM } from "@/test/requests/token-context";

const newHash = () => randomBytes(32);
const newKey = () => tokenKey(newToken("offline"));
const noCode = () => ({
  codeHash: newHash(),
  codeDay: 0,
  scopes: null,
  codeChallenge: null,
  redirectUri: null,
});
const newRefreshToken = () => ({ newRefreshTokenHash: newHash(), familyId: newId() });
const noRefreshToken = () => ({
  refreshTokenHash: newHash(),
  scopes: null,
  codeHash: null,
  codeDay: null,
});

/** Each statement that authenticates a client: no row, or false, if it did not accept the credentials. */
const WITH_SUBJECT: Readonly<Record<string, (context: TokenContext) => Promise<unknown>>> = {
  "redeem-online": (context) =>
    redeemOnline({ ...sharedValues(context), ...noCode(), ...newKey() }),
  "redeem-offline": (context) =>
    redeemOffline({ ...sharedValues(context), ...noCode(), ...newKey(), ...newRefreshToken() }),
  refresh: (context) => refresh({ ...sharedValues(context), ...noRefreshToken(), ...newKey() }),
  rotate: (context) => rotateRefreshToken(context, noRefreshToken(), newKey(), newHash()),
  "issue-own-token": (context) => issueOwnToken(context, null, newKey()),
};
const WITHOUT_SUBJECT: typeof WITH_SUBJECT = {
  "authenticate-client": ({ credentials, subject }) => isAuthenticated(credentials, subject),
  "revoke-access": ({ credentials }) => revokeAccessToken({ ...credentials, ...newKey() }),
  "find-refresh-token-family": ({ credentials }) =>
    findRefreshTokenFamily({ ...credentials, tokenHash: newHash() }),
  "introspect-access": ({ credentials }) => introspectAccessToken({ ...credentials, ...newKey() }),
  "introspect-refresh": ({ credentials }) =>
    introspectRefreshToken({ ...credentials, tokenHash: newHash() }),
};
const STATEMENTS = Object.entries({ ...WITH_SUBJECT, ...WITHOUT_SUBJECT });
/** Only a client's own token takes another statement for an organization. */
const ROWS = [
  ...STATEMENTS.map(([name, ask]) => [name, "company", ask] as const),
  ["issue-own-token", "organization", WITH_SUBJECT["issue-own-token"]] as const,
].flatMap(([name, of, ask]) => (ask ? [[name, of, ask] as const] : []));

async function accepts(ask: (context: TokenContext) => Promise<unknown>, context: TokenContext) {
  return Boolean(await ask(context));
}

const contextOfScene = ({ installation, subject }: Scene) =>
  contextOf(installation.client, subject);

/** Whether a client may act, and what the caller with its secret learns if not. */
type Standing = { change: Change; says?: RegExp | "invalid_client" };
const suspension = { suspendedAt: new Date(), suspensionReason: "It broke our rules." };

const STANDINGS: Readonly<Record<string, Standing>> = {
  "nothing is wrong": { change: async () => undefined },
  "its secret expires later": { change: changeSecret({ expiresAt: new Date(2 ** 42) }) },
  "its other secret was revoked": {
    change: async ({ installation }) => {
      const { secretId: id } = await mintSecret(installation.client.clientId);
      await db().clientSecret.update({ where: { id }, data: { revokedAt: new Date() } });
    },
  },
  "it is inactive": { change: changeClient({ isActive: false }), says: /inactive/ },
  "it is suspended": { change: changeClient(suspension), says: /extension: It broke our rules\./ },
  "its organization is suspended": { change: suspendPublisher, says: /publishes this extension/ },
  "it was deleted": { change: changeClient({ deletedAt: new Date() }), says: "invalid_client" },
  "it was deactivated and deleted": {
    change: changeClient({ deletedAt: new Date(), isActive: false }),
    says: "invalid_client",
  },
  "it is inactive, and its secret was revoked": {
    change: async (scene) => {
      await changeClient({ isActive: false })(scene);
      await changeSecret({ revokedAt: new Date() })(scene);
    },
    says: "invalid_client",
  },
  "it is inactive, and its secret expired": {
    change: async (scene) => {
      await changeClient({ isActive: false })(scene);
      await changeSecret({ expiresAt: aMinuteAgo() })(scene);
    },
    says: "invalid_client",
  },
  "its secret was revoked": {
    change: changeSecret({ revokedAt: new Date() }),
    says: "invalid_client",
  },
  "its secret expired": {
    change: changeSecret({ expiresAt: aMinuteAgo() }),
    says: "invalid_client",
  },
};

describe.each(ROWS)("the statement %s, for a %s,", (_name, subject, ask) => {
  it.each(Object.entries(STANDINGS))(
    "authenticates a client by its standing: %s",
    async (...row) => {
      const [, { change, says }] = row;
      const scene = await mintScene(subject);
      await change(scene);
      expect(await accepts(ask, contextOfScene(scene))).toBe(says === undefined);
    },
  );

  it("rejects a client with an unknown secret or that of another client", async () => {
    const scene = await mintScene(subject);
    const { credentials, ...context } = contextOfScene(scene);
    const otherClient = await mintClient(scene.installation.organizationId);
    for (const secretHash of [newHash(), sha256(otherClient.clientSecret)]) {
      const sent = { ...context, credentials: { ...credentials, secretHash } };
      expect(await accepts(ask, sent)).toBe(false);
    }
  });

  it("authenticates a client whose secret only matches in its other reading", async () => {
    const { credentials, ...context } = contextOfScene(await mintScene(subject));
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

describe.each(["company", "organization"] as const)("at a %s", (subject) => {
  it.each(Object.entries(WITH_SUBJECT))(
    "the statement %s rejects clients while it is suspended",
    async (_name, ask) => {
      const scene = await mintScene(subject);
      await suspendSubject(scene);
      expect(await accepts(ask, contextOfScene(scene))).toBe(false);
    },
  );

  it.each([
    ...Object.entries(STANDINGS),
    ["it is suspended there", { change: suspendSubject, says: new RegExp(`suspended ${subject}`) }],
  ] satisfies [string, Standing][])(
    "only a caller with the secret learns why a client is denied: %s",
    async (_what, { change, says }) => {
      const scene = await mintScene(subject);
      await change(scene);
      const { client, organizationId } = scene.installation;
      const error = await credentialsDenial(credentialsOf(client), scene.subject);
      const isSecret = says === undefined || says === "invalid_client";
      expect(error.code).toBe(isSecret ? "invalid_client" : "unauthorized_client");
      if (!isSecret) expect(error.message).toMatch(says);
      const { clientSecret: otherSecret } = await mintClient(organizationId);
      for (const clientSecret of [newToken("secret"), otherSecret]) {
        const wrong = credentialsOf({ ...client, clientSecret });
        expect((await credentialsDenial(wrong, scene.subject)).code).toBe("invalid_client");
      }
    },
  );

  it("a denial says nothing about a suspension there without it in the path", async () => {
    const scene = await mintScene(subject);
    await suspendSubject(scene);
    const denial = await credentialsDenial(credentialsOf(scene.installation.client), null);
    expect(denial.code).toBe("invalid_client");
  });

  it("a denial names what the client can change first, then the suspension of the client", async () => {
    const scene = await mintScene(subject);
    for (const [change, says] of [
      [suspendSubject, new RegExp(`suspended ${subject}`)],
      [suspendPublisher, /publishes this extension/],
      [changeClient({ ...suspension, suspensionReason: " Why? " }), /this extension: Why\? Codes/],
      [changeClient({ isActive: false }), /inactive/],
    ] as const) {
      await change(scene);
      const denial = await credentialsDenial(
        credentialsOf(scene.installation.client),
        scene.subject,
      );
      expect(denial.message).toMatch(says);
    }
  });
});

it("a suspension that has just ended is named without its reason", () => {
  const { message } = CLIENT_CONDITIONS.client_suspended;
  expect(message({ suspensionReason: null })).toBe("The platform has suspended this extension.");
});
