import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintSecret } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { clientAttempt } from "@/test/requests/attempt";
import { type Broken, deactivate, exchange } from "@/test/requests/broken-requests/broken";
import { basic } from "@/test/requests/call-token";

const misshaped: [title: string, says: string, change: (secret: string) => string][] = [
  ["a secret with a line break", "with a line break", (secret) => `${secret}\r\n`],
  ["a secret in quotes", "in quotes", (secret) => `"${secret}"`],
  ["a secret with spaces around it", "with spaces", (secret) => ` ${secret}\u00a0`],
  ["a secret that is encoded twice", "more than once", (secret) => `${secret.slice(0, -1)}%255f`],
];

/** Requests that are rejected before the client is authenticated. */
export const onCredentials: readonly Broken[] = [
  {
    title: "a wrong secret",
    check: "client_secret",
    says: "never had that secret",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene)),
      authorization: basic({ ...scene.client, clientSecret: newToken("secret") }),
    }),
  },
  ...misshaped.map(
    ([title, says, change]): Broken => ({
      title,
      check: "client_secret",
      says,
      kind: "token",
      authenticated: false,
      make: async (scene) => {
        const clientSecret = change(scene.client.clientSecret);
        return {
          ...(await exchange(scene)),
          authorization: basic({ ...scene.client, clientSecret }),
        };
      },
    }),
  ),
  {
    title: "a revoked secret",
    check: "client_secret",
    says: 'secret "another" was revoked on 2026-05-03',
    fix: "use_new_secret",
    kind: "token",
    authenticated: false,
    make: async (scene) => {
      const { secretId, secret } = await mintSecret(scene.client.clientId);
      await db().clientSecret.update({
        where: { id: secretId },
        data: { revokedAt: new Date("2026-05-03T09:00:00Z") },
      });
      const authorization = basic({ ...scene.client, clientSecret: secret });
      return { ...(await exchange(scene)), authorization };
    },
  },
  {
    title: "a secret past its overlap",
    check: "client_secret",
    says: 'secret "another" ended after a rotation on',
    fix: "use_new_secret",
    kind: "startup",
    authenticated: false,
    make: async (scene) => {
      const { secretId, secret } = await mintSecret(scene.client.clientId);
      const data = { expiresAt: aMinuteAgo() };
      await db().clientSecret.update({ where: { id: secretId }, data });
      const authorization = basic({ ...scene.client, clientSecret: secret });
      return { ...clientAttempt(scene, "startup"), authorization };
    },
  },
  {
    title: "the right secret of an inactive client",
    check: "client_active",
    kind: "startup",
    authenticated: true,
    make: async (scene) => {
      await deactivate(scene);
      return clientAttempt(scene, "startup");
    },
  },
  {
    title: "key and secret swapped",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: async (scene) => {
      const { clientId, clientSecret } = scene.client;
      const swapped = basic({ ...scene.client, clientId: clientSecret, clientSecret: clientId });
      return { ...(await exchange(scene)), authorization: swapped };
    },
  },
  {
    title: "key and secret swapped in the body",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: async (scene) => {
      const { clientId, clientSecret } = scene.client;
      const swapped = { client_id: clientSecret, client_secret: clientId };
      return { ...(await exchange(scene, swapped)), authorization: null };
    },
  },
  {
    title: "a form labeled as JSON",
    check: "content_type",
    fix: "set_content_type",
    kind: "token",
    authenticated: false,
    make: async (scene) => {
      const sent = await exchange(scene);
      const form = new URLSearchParams(sent.parameters.map(([name, value]) => [name, value]));
      return { ...sent, contentType: "application/json", rawBody: form.toString() };
    },
  },
  {
    title: "no secret",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene, { client_id: scene.client.clientId })),
      authorization: null,
    }),
  },
  {
    title: "two different secrets",
    check: "client_authentication",
    kind: "token",
    authenticated: false,
    make: (scene) =>
      exchange(scene, { client_id: scene.client.clientId, client_secret: newToken("secret") }),
  },
  {
    title: "a code in the URL",
    check: "credentials_in_address",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({ ...(await exchange(scene)), inAddress: ["code"] }),
  },
  {
    title: "a body of the wrong type",
    check: "content_type",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({ ...(await exchange(scene)), contentType: "text/plain" }),
  },
  {
    title: "a body that is not JSON",
    check: "body_form",
    kind: "token",
    authenticated: false,
    make: async (scene) => ({
      ...(await exchange(scene)),
      contentType: "application/json",
      rawBody: "{grant_type:authorization_code}",
    }),
  },
];
