import { db } from "@/lib/core/db/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { obtainTokens } from "@/test/requests/apply-fix";
import { type Attempt, clientAttempt, mintScene, type Scene } from "@/test/requests/attempt";
import { activate, type Broken, deactivate } from "@/test/requests/broken-requests/broken";

const calling = { kind: "bearer", authenticated: true } as const;

/** A platform call with a fresh token, to be broken. */
export async function call(scene: Scene): Promise<Attempt> {
  const { accessToken } = await obtainTokens(scene);
  const request = clientAttempt(scene, "products");
  return { ...request, authorization: `Bearer ${accessToken}` };
}

async function callWithExpiredToken(scene: Scene): Promise<Attempt> {
  const request = await call(scene);
  await db().accessToken.updateMany({
    where: { clientId: scene.client.clientId },
    data: { expiresAt: aMinuteAgo() },
  });
  return request;
}

/** Calls to platform APIs that are rejected. */
export const onCalls: readonly Broken[] = [
  {
    title: "an expired offline token",
    check: "access_token_live",
    ...calling,
    fix: "refresh_token",
    make: callWithExpiredToken,
  },
  {
    title: "an expired offline token of a client that may not refresh",
    check: "access_token_live",
    fix: "run_authorize_again",
    ...calling,
    scene: () => mintScene({ grantTypes: ["authorization_code"] }),
    make: callWithExpiredToken,
  },
  {
    title: "a revoked token",
    check: "grant_live",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await db().accessToken.updateMany({
        where: { clientId: scene.client.clientId },
        data: { revokedAt: aMinuteAgo() },
      });
      return request;
    },
  },
  {
    title: "a token of an inactive client",
    check: "client_active",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await deactivate(scene);
      return request;
    },
  },
  {
    title: "a token of a client that was deactivated and reactivated",
    check: "access_token_live",
    ...calling,
    make: async (scene) => {
      const request = await call(scene);
      await deactivate(scene);
      await activate(scene);
      return request;
    },
  },
  {
    title: "a token without the scope",
    check: "access_token_scope",
    says: "the token has company/orders/read",
    ...calling,
    scene: async () => {
      const scene = await mintScene({ scopes: ["company/orders/read"] });
      await db().grant.updateMany({
        where: { clientId: scene.client.clientId },
        data: { scopes: ["company/orders/read"] },
      });
      return scene;
    },
    make: async (scene) => {
      const { accessToken } = await obtainTokens(scene, ["company/orders/read"]);
      const request = clientAttempt(scene, "products");
      return { ...request, authorization: `Bearer ${accessToken}` };
    },
  },
];
