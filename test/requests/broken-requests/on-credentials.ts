import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { type MintedClient, mintSecret } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type Attempt, clientAttempt, type Scene } from "@/test/requests/attempt";
import { brokenRequests, deactivate, exchange } from "@/test/requests/broken-requests/broken";
import { basic } from "@/test/requests/call-token";

/** An exchange with other parts. */
const exchangeWith = (parts: Partial<Attempt>) => async (scene: Scene) => ({
  ...(await exchange(scene)),
  ...parts,
});

/** An exchange with other credentials. */
const exchangeAs = (change: (client: MintedClient) => Partial<MintedClient>) => (scene: Scene) =>
  exchangeWith({ authorization: basic({ ...scene.client, ...change(scene.client) }) })(scene);

const exchangeBySecret = (change: (secret: string) => string) =>
  exchangeAs(({ clientSecret }) => ({ clientSecret: change(clientSecret) }));

/** Ends another secret of the client, and returns the credentials with it. */
async function endSecret({ client }: Scene, data: { revokedAt: Date } | { expiresAt: Date }) {
  const { secretId, secret } = await mintSecret(client.clientId);
  await db().clientSecret.update({ where: { id: secretId }, data });
  return { authorization: basic({ ...client, clientSecret: secret }) };
}

/** Requests that are rejected before the client is authenticated. */
export const onCredentials = brokenRequests("token", false, {
  "a wrong secret": {
    check: "client_secret",
    says: "never had that secret",
    make: exchangeBySecret(() => newToken("secret")),
  },
  "a secret with a line break": {
    check: "client_secret",
    says: "with a line break",
    make: exchangeBySecret((secret) => `${secret}\r\n`),
  },
  "a secret in quotes": {
    check: "client_secret",
    says: "in quotes",
    make: exchangeBySecret((secret) => `"${secret}"`),
  },
  "a secret with spaces around it": {
    check: "client_secret",
    says: "with spaces",
    make: exchangeBySecret((secret) => ` ${secret}\u00a0`),
  },
  "a secret that is encoded twice": {
    check: "client_secret",
    says: "more than once",
    make: exchangeBySecret((secret) => `${secret.slice(0, -1)}%255f`),
  },
  "a revoked secret": {
    check: "client_secret",
    says: 'secret "another" was revoked on 2026-05-03',
    fix: "use_new_secret",
    make: async (scene) => {
      const credentials = await endSecret(scene, { revokedAt: new Date("2026-05-03T09:00:00Z") });
      return exchangeWith(credentials)(scene);
    },
  },
  "a secret past its overlap": {
    check: "client_secret",
    says: 'secret "another" ended after a rotation on',
    fix: "use_new_secret",
    kind: "startup",
    make: async (scene) => {
      const credentials = await endSecret(scene, { expiresAt: aMinuteAgo() });
      return { ...clientAttempt(scene, "startup"), ...credentials };
    },
  },
  "the right secret of an inactive client": {
    check: "client_active",
    kind: "startup",
    authenticated: true,
    make: async (scene) => {
      await deactivate(scene);
      return clientAttempt(scene, "startup");
    },
  },
  "key and secret swapped": {
    check: "client_authentication",
    make: exchangeAs(({ clientId, clientSecret }) => ({
      clientId: clientSecret,
      clientSecret: clientId,
    })),
  },
  "key and secret swapped in the body": {
    check: "client_authentication",
    make: async (scene) => {
      const { clientId, clientSecret } = scene.client;
      const swapped = { client_id: clientSecret, client_secret: clientId };
      return { ...(await exchange(scene, swapped)), authorization: null };
    },
  },
  "a form labeled as JSON": {
    check: "content_type",
    fix: "set_content_type",
    make: async (scene) => {
      const sent = await exchange(scene);
      const form = new URLSearchParams(sent.parameters.map(([name, value]) => [name, value]));
      return { ...sent, contentType: "application/json", rawBody: form.toString() };
    },
  },
  "no secret": {
    check: "client_authentication",
    make: async (scene) => {
      const sent = await exchange(scene, { client_id: scene.client.clientId });
      return { ...sent, authorization: null };
    },
  },
  "two different secrets": {
    check: "client_authentication",
    make: (scene) =>
      exchange(scene, { client_id: scene.client.clientId, client_secret: newToken("secret") }),
  },
  "a code in the URL": {
    check: "credentials_in_address",
    make: exchangeWith({ inAddress: ["code"] }),
  },
  "a body of the wrong type": {
    check: "content_type",
    make: exchangeWith({ contentType: "text/plain" }),
  },
  "a body that is not JSON": {
    check: "body_form",
    make: exchangeWith({
      contentType: "application/json",
      rawBody: "{grant_type:authorization_code}",
    }),
  },
});
