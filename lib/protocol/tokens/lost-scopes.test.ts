import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const ORDERS = "company/orders/read";
const PRODUCTS = "company/products/read";

const setClientScopes = ({ client }: Installation, scopes: string[]) =>
  db().client.update({ where: { clientId: client.clientId }, data: { scopes } });
const setGrantScopes = ({ grantId }: Installation, scopes: string[]) =>
  db().grant.update({ where: { id: grantId }, data: { scopes } });

let installation: Installation;

describe.each(["none", "confirm_on_use"] as const)(
  "a token response lists exactly what the token can do (rotation: %s)",
  (refreshRotation) => {
    beforeEach(async () => {
      installation = await mintInstallation({ refreshRotation });
    });

    it.each([
      ["client", setClientScopes],
      ["grant", setGrantScopes],
    ])(
      "is narrowed everywhere after the %s lost a scope: codes, refreshes, introspection, and calls agree",
      async (_, lose) => {
        const code = await mintCode(installation);
        const first = await exchange("offline", installation, code);
        expect(first.body.scope).toBe(`${ORDERS},${PRODUCTS}`);
        await lose(installation, [ORDERS]);
        const renewed = await refresh(installation, textOf(first.body.refresh_token));
        const answers = [renewed, await exchange("online", installation, code)];
        for (const { body } of answers) {
          expect(body.scope).toBe(ORDERS);
          const token = textOf(body.access_token);
          expect((await introspect(installation.client, token)).body.scope).toBe(ORDERS);
          expect((await callProducts(token)).status).toBe(403);
        }
        const ownToken = await callToken("online", installation, {
          json: { grant_type: "client_credentials" },
        });
        expect(ownToken.body.scope).toBe(ORDERS);
      },
    );

    it.each([
      ["client", setClientScopes, /An admin .* must add it/],
      ["grant", setGrantScopes, /seller must consent again/],
    ])("the token is rejected once the %s lost all scopes", async (_, lose, advice) => {
      const code = await mintCode(installation);
      const { body } = await exchange("offline", installation, code);
      await lose(installation, ["company/brands/read"]);
      for (const denied of [
        await refresh(installation, textOf(body.refresh_token)),
        await exchange("online", installation, code),
      ]) {
        expect([denied.status, denied.body.error]).toEqual([400, "invalid_grant"]);
        expect(denied.body.message).toMatch(advice);
      }
      const ownToken = await callToken("online", installation, {
        json: { grant_type: "client_credentials" },
      });
      expect(ownToken.body.error).toBe("invalid_scope");
      await lose(installation, [ORDERS, PRODUCTS]);
      expect((await refresh(installation, textOf(body.refresh_token))).body.scope).toBe(
        `${ORDERS},${PRODUCTS}`,
      );
    });
  },
);

describe("a 403 insufficient_scope gives working advice", () => {
  beforeEach(async () => {
    installation = await mintInstallation();
  });

  async function messageFor(token: string): Promise<string> {
    const { status, body } = await callProducts(token);
    expect([status, body.error]).toEqual([403, "insufficient_scope"]);
    return textOf(body.message);
  }

  it("tells an admin to add a scope that the client lost, and the token then works again", async () => {
    const token = await mintAccessToken(installation, "offline");
    await setClientScopes(installation, [ORDERS]);
    expect(await messageFor(token)).toMatch(
      /not registered .*products\/read.* admin .* must add it/,
    );
    await setClientScopes(installation, [ORDERS, PRODUCTS]);
    expect((await callProducts(token)).status).toBe(200);
  });

  it("tells an admin to add a scope that client and grant lack, and the seller to consent again", async () => {
    const token = await mintAccessToken(installation, "offline");
    await setClientScopes(installation, [ORDERS]);
    await setGrantScopes(installation, [ORDERS]);
    expect(await messageFor(token)).toMatch(/admin .* must add it .*seller must consent again/);
  });

  it("tells the seller to consent again when only the grant lacks the scope", async () => {
    const token = await mintAccessToken(installation, "offline");
    await setGrantScopes(installation, [ORDERS]);
    const message = await messageFor(token);
    expect(message).toMatch(/company has not granted .* seller must consent again/);
    expect(message).not.toMatch(/admin/);
  });

  it("recommends a new token when only the token lacks the scope", async () => {
    const token = await mintAccessToken(installation, "offline", { scopes: [ORDERS] });
    expect(await messageFor(token)).toMatch(/issued without the scope .* Get a new one/);
  });
});
