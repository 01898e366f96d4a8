import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  expectDenied,
  expectUnavailable,
  FORGED,
  GATE_HEADERS,
  gateHeadersOf,
  isLogged,
  loggedStatus,
  ordersOf,
  PRODUCTS,
  rotate,
  TRICKS,
} from "@/e2e/process/gateway-calls";
import { revokeServiceKey } from "@/lib/clients/service-keys/service-keys";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { stopServer } from "@/test/process/server-process";
import { type Gateway, type RunningProxy, startGateway } from "@/test/process/start-gateway";
import { callExactly } from "@/test/requests/call-exactly";
import { basic } from "@/test/requests/http/post-token";

/** Credentials that the gate leaves to the service: a storefront's pair, and a scheme that is not its own. */
const OTHERS = [`Bearer ${btoa("0123456789abcdef01234567:tok_en-9")}`, "Basic abc"];

test.describe.configure({ mode: "default" });

let gateway: Gateway;
let installation: Installation;

test.beforeAll(async () => {
  gateway = await startGateway("e2e/process/gateway-rules.json");
});

test.beforeEach(async () => {
  installation = await mintInstallation();
  gateway.upstream.calls.length = 0;
});

test.afterAll(async () => {
  await gateway?.stop();
});

for (const name of ["nginx", "caddy"] as const) {
  test.describe(`through ${name}`, () => {
    test.skip(!findProgram(name), `${name} is not installed, and apt-get could not install it`);

    let proxy: RunningProxy;

    test.beforeAll(async () => {
      proxy = await gateway.startProxy(name);
    });

    const call = (
      path: string,
      token: string,
      options: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) => {
      const headers = { ...options.headers, authorization: `Bearer ${token}` };
      return callExactly(proxy.origin, path, { ...options, headers });
    };

    test("an allowed call reaches the service with its body and the caller's identity", async () => {
      const { client, companyId, seller } = installation;
      const offline = await mintAccessToken(installation, "offline");
      const path = `${ordersOf(companyId)}?page_no=1`;
      const answer = await call(path, offline, { method: "POST", body: '{"total":1}' });
      expect(answer.status).toBe(200);
      const online = await mintAccessToken(installation, "online");
      expect((await call(PRODUCTS, online)).status).toBe(200);

      const [first, second] = gateway.upstream.calls;
      expect(first).toMatchObject({ method: "POST", target: path, body: '{"total":1}' });
      expect(gateHeadersOf(first)).toEqual({
        "x-latchkey-client-id": client.clientId,
        "x-latchkey-company-id": String(companyId),
        "x-latchkey-subject": `system:${client.systemUserId}`,
        "x-latchkey-token-kind": "offline",
        "x-latchkey-scopes": "company/orders/read company/products/read",
        "x-latchkey-request-id": answer.headers["x-latchkey-request-id"],
      });
      expect(second).toMatchObject({ method: "GET", target: PRODUCTS });
      expect(gateHeadersOf(second)).toMatchObject({
        "x-latchkey-subject": `user:${seller.userId}`,
        "x-latchkey-token-kind": "online",
      });
    });

    test("a revoked token and a suspended extension are denied on the next call", async () => {
      const revoked = await mintAccessToken(installation, "offline");
      const keptToken = await mintAccessToken(installation, "offline");
      expect((await call(PRODUCTS, revoked)).status).toBe(200);
      const { clientId } = installation.client;
      const path = "/service/panel/authentication/v1.0/oauth/revoke";
      const revocation = await callExactly(proxy.origin, path, {
        method: "POST",
        headers: {
          authorization: basic(installation.client),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ token: revoked }).toString(),
      });
      expect(revocation.status).toBe(200);
      expectDenied(await call(PRODUCTS, revoked), 401, "invalid_token");

      expect((await call(PRODUCTS, keptToken)).status).toBe(200);
      const platform = `Bearer ${await mintServiceToken(["platform/clients/write"])}`;
      const suspend = (suspended: boolean) =>
        callExactly(proxy.origin, `/service/platform/directory/v1.0/clients/${clientId}/status`, {
          method: "PUT",
          headers: { authorization: platform, "content-type": "application/json" },
          body: JSON.stringify({ suspended, ...(suspended && { reason: "Zur Überprüfung" }) }),
        });
      expect((await suspend(true)).status).toBe(200);
      expectDenied(await call(PRODUCTS, keptToken), 401, "invalid_token");
      expect((await suspend(false)).status).toBe(200);
      expect((await call(PRODUCTS, keptToken)).status).toBe(200);
    });

    test("security 101: no call passes with a wrong gate key, even if the caller sends the right one", async () => {
      const token = await mintAccessToken(installation, "offline");
      const { clientSecret } = await mintServiceKey(["platform/introspect"]);
      const wrong = await gateway.startProxy(name, { gateKey: clientSecret });
      const authorization = `Bearer ${token}`;
      for (const key of ["", gateway.gateKey.clientSecret]) {
        const headers = { authorization, "x-gate-key": key };
        expectUnavailable(await callExactly(wrong.origin, PRODUCTS, { headers }));
      }
      expect(gateway.upstream.calls).toEqual([]);
    });

    test("no call passes once the gate key is revoked, and proxies with other keys keep working", async () => {
      const key = await mintServiceKey(["platform/gate"]);
      const ownProxy = await gateway.startProxy(name, { gateKey: key.clientSecret });
      const headers = { authorization: `Bearer ${await mintAccessToken(installation, "offline")}` };
      expect((await callExactly(ownProxy.origin, PRODUCTS, { headers })).status).toBe(200);
      const { cookie } = await mintOperator("operator");
      const address = revokeServiceKey.path.replace("{client_id}", key.clientId);
      const revocation = await callExactly(gateway.latchkey, address, {
        method: "DELETE",
        headers: { cookie, origin: gateway.latchkey },
      });
      expect(revocation.status).toBe(200);
      gateway.upstream.calls.length = 0;
      expectUnavailable(await callExactly(ownProxy.origin, PRODUCTS, { headers }));
      expect(gateway.upstream.calls).toEqual([]);
      expect((await callExactly(proxy.origin, PRODUCTS, { headers })).status).toBe(200);
    });

    test("no call with an access token passes while the gate is down, and other calls do", async () => {
      const latchkeyAddress = `127.0.0.1:${await freePort()}`;
      const { origin } = await gateway.startProxy(name, { latchkeyAddress });
      const headers = { authorization: "Bearer any" };
      const { status, body } = await callExactly(origin, PRODUCTS, { headers });
      expect(status).toBe(503);
      expect(JSON.parse(body)).toMatchObject({ error: "temporarily_unavailable" });
      expect(gateway.upstream.calls).toEqual([]);
      expect((await callExactly(origin, PRODUCTS)).status).toBe(200);
    });

    test("no claimed identity reaches the service, and other credentials do so unchecked", async () => {
      const token = await mintAccessToken(installation, "offline");
      expect((await call(PRODUCTS, token, { headers: FORGED })).status).toBe(200);
      expect((await callExactly(proxy.origin, "/own", { headers: FORGED })).status).toBe(200);
      for (const authorization of OTHERS) {
        const headers = { ...FORGED, authorization };
        expect((await callExactly(proxy.origin, PRODUCTS, { headers })).status).toBe(200);
      }

      for (const { headers } of gateway.upstream.calls) {
        expect(Object.values(headers)).not.toContain("forged");
        expect(Object.keys(headers)).not.toContain("x-original-uri");
      }
      const [gated, ...others] = gateway.upstream.calls;
      expect(gateHeadersOf(gated)["x-latchkey-client-id"]).toBe(installation.client.clientId);
      expect(others.map(gateHeadersOf)).toEqual([{}, {}, {}]);
      expect(others.slice(1).map((other) => other.headers.authorization)).toEqual(OTHERS);
    });

    test("security 106: a call with several Authorization headers never reaches the service", async () => {
      const bearer = `Bearer ${await mintAccessToken(installation, "offline")}`;
      for (const other of [...OTHERS, "Digest a=1, b=2", bearer]) {
        for (const authorization of [
          [bearer, other],
          [other, bearer],
        ]) {
          const { status } = await callExactly(proxy.origin, PRODUCTS, {
            headers: { authorization },
          });
          expect([400, 401], String(authorization)).toContain(status);
        }
      }
      expect(gateway.upstream.calls).toEqual([]);
    });

    test("a Connection header cannot remove the gate's headers", async () => {
      const token = await mintAccessToken(installation, "offline");
      const names = [...GATE_HEADERS, "authorization", "x-gate-key", "x-original-uri"];
      const headers = { connection: `close, ${names.join(", ")}, x-forwarded-uri` };
      expect((await call(PRODUCTS, token, { headers })).status).toBe(200);
      const [seen] = gateway.upstream.calls;
      expect(gateHeadersOf(seen)["x-latchkey-client-id"]).toBe(installation.client.clientId);
      expect(Object.keys(gateHeadersOf(seen))).toHaveLength(6);
    });

    test("a call is checked by its own path, method, and scopes, whatever its headers say", async () => {
      const token = await mintAccessToken(installation, "offline");
      const forged = { headers: FORGED };
      const scopes = ["company/products/read"];
      const narrow = await mintAccessToken(installation, "offline", { scopes });
      const orders = await call(ordersOf(installation.companyId), narrow, forged);
      expectDenied(orders, 403, "insufficient_scope");
      expectDenied(await call("/service/x", token, forged), 403, "call_denied");
      const put = await call(PRODUCTS, token, { ...forged, method: "PUT", body: "{}" });
      expectDenied(put, 403, "call_denied");
      expect(gateway.upstream.calls).toEqual([]);
    });

    test("a path that could be read in two ways never reaches the service", async () => {
      const token = await mintAccessToken(installation, "offline");
      const passed: string[] = [];
      for (const path of TRICKS) {
        const { status } = await call(path, token);
        if (status < 400 || gateway.upstream.calls.length > 0) passed.push(`${status} ${path}`);
        gateway.upstream.calls.length = 0;
      }
      expect(passed).toEqual([]);
    });

    test("security 105: a query that PHP reads as another company's never reaches the service", async () => {
      const token = await mintAccessToken(installation, "offline");
      const ownPath = ordersOf(installation.companyId);
      const other = installation.companyId + 1;
      for (const name of [
        "company.id",
        "company+id",
        "company[id",
        "company_id%00x",
        "a[company_id]",
      ]) {
        expectDenied(await call(`${ownPath}?${name}=${other}`, token), 403, "call_denied");
      }
      expect(gateway.upstream.calls).toEqual([]);
      expect((await call(`${ownPath}?company.id=${installation.companyId}`, token)).status).toBe(
        200,
      );
    });

    test("a request line with a host, and plain characters in percent-encoding, are read the same everywhere", async () => {
      const token = await mintAccessToken(installation, "offline");
      expect((await call(`http://elsewhere.example${PRODUCTS}`, token)).status).toBe(200);
      expect((await call(PRODUCTS.replace("products", "%70roducts"), token)).status).toBe(200);
      const targets = gateway.upstream.calls.map(({ target }) => decodeURIComponent(target));
      expect(targets).toEqual([PRODUCTS, PRODUCTS]);
    });

    test("status and duration reach the API log, even after the proxy's log is rotated and its sender restarts", async () => {
      const token = await mintAccessToken(installation, "offline");
      const sender = gateway.startSender(proxy);
      const first = await call(PRODUCTS, token);
      await expect.poll(() => loggedStatus(installation.client.clientId, first)).toBe(200);
      await stopServer(sender);

      const second = await call(PRODUCTS, token);
      await expect.poll(() => isLogged(proxy, second)).toBe(true);
      if (name === "nginx") await rotate(proxy);
      const third = await call(PRODUCTS, token);
      gateway.startSender(proxy);
      await expect.poll(() => loggedStatus(installation.client.clientId, second)).toBe(200);
      await expect.poll(() => loggedStatus(installation.client.clientId, third)).toBe(200);
    });

    test("Latchkey's own addresses lead to Latchkey, and the gate's check is not one of them", async () => {
      const check = "/service/platform/gate/v1.0/check";
      const asProxy = { "x-gate-key": gateway.gateKey.clientSecret, "x-original-uri": PRODUCTS };
      const token = await mintAccessToken(installation, "offline");
      expectDenied(await call(check, token, { headers: asProxy }), 401, "unauthenticated");
      const metadata = `/.well-known/oauth-authorization-server/service/panel/authentication/v1.0/company/${installation.companyId}`;
      expect((await callExactly(proxy.origin, metadata)).body).toContain("token_endpoint");
      for (const path of [
        "/service/panel/authentication/v1.0/x",
        `/service/panel/partners/v1.0/extensions/details/${randomUUID()}`,
        "/service/partner/authorization/v1.0/x",
        "/service/platform/directory/v1.0/companies",
        "/service/platform/gate/v1.0/x",
      ]) {
        const { status, body } = await callExactly(proxy.origin, path);
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(JSON.parse(body), path).toHaveProperty("request_id");
      }
      expect(gateway.upstream.calls).toEqual([]);
    });
  });
}
