import { db } from "@/lib/core/db/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { obtainTokens } from "@/test/requests/apply-fix";
import { clientAttempt, mintScene, type Scene } from "@/test/requests/attempt";
import { activate, brokenRequests, deactivate } from "@/test/requests/broken-requests/broken";

const ORDERS = ["company/orders/read"];

/** A platform call with a fresh token, after which something changes. */
const callAfter =
  (...changes: ((scene: Scene) => Promise<unknown>)[]) =>
  async (scene: Scene) => {
    const { accessToken } = await obtainTokens(scene);
    for (const change of changes) await change(scene);
    return { ...clientAttempt(scene, "products"), authorization: `Bearer ${accessToken}` };
  };

const changeTokens =
  (data: { expiresAt: Date } | { revokedAt: Date }) =>
  ({ client: { clientId } }: Scene) =>
    db().accessToken.updateMany({ where: { clientId }, data });

const expire = changeTokens({ expiresAt: aMinuteAgo() });

/** Calls to platform APIs that are rejected. */
export const onCalls = brokenRequests("bearer", true, {
  "an expired offline token": {
    check: "access_token_live",
    fix: "refresh_token",
    make: callAfter(expire),
  },
  "an expired offline token of a client that may not refresh": {
    check: "access_token_live",
    fix: "run_authorize_again",
    scene: () => mintScene({ grantTypes: ["authorization_code"] }),
    make: callAfter(expire),
  },
  "a revoked token": {
    check: "grant_live",
    make: callAfter(changeTokens({ revokedAt: aMinuteAgo() })),
  },
  "a token of an inactive client": { check: "client_active", make: callAfter(deactivate) },
  "a token of a client that was deactivated and reactivated": {
    check: "access_token_live",
    make: callAfter(deactivate, activate),
  },
  "a token without the scope": {
    check: "access_token_scope",
    says: "the token has company/orders/read",
    scene: async () => {
      const scene = await mintScene({ scopes: ORDERS });
      const { clientId } = scene.client;
      await db().grant.updateMany({ where: { clientId }, data: { scopes: ORDERS } });
      return scene;
    },
    make: async (scene) => {
      const { accessToken } = await obtainTokens(scene, ORDERS);
      return { ...clientAttempt(scene, "products"), authorization: `Bearer ${accessToken}` };
    },
  },
});
