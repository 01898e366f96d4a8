import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { newId } from "@/lib/core/crypto/ids";
import { closePool, pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { type FaultProxy, startDatabaseProxy } from "@/test/process/fault-proxy";
import { switchDatabase } from "@/test/process/switch-database";
import { callOperation, managementOperations } from "@/test/requests/management-operations";

let proxy: FaultProxy;
let server: Server;
let base: string;
/** Stands in for Next: a page that queries the database and fails with it. */
let page: () => Promise<void>;

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject("databaseUrl"));
  await switchDatabase(proxy.through(inject("databaseUrl")));
  server = createServer(
    requestListener(env(), endpoints, (_, response) => {
      page().then(
        () => response.end("the page"),
        () => {
          response.statusCode = 500;
          response.end("it failed");
        },
      );
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await closePool();
  await proxy.close();
});

beforeEach(async () => {
  page = async () => void (await pool().query("SELECT 1"));
  proxy.future({ kind: "pass" });
  await expect.poll(async () => (await open("/clients")).status).toBe(200);
});

function goAway(): void {
  proxy.future({ kind: "reset" });
  proxy.existing({ kind: "reset" });
}

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers: { accept: "text/html", ...headers } });

it("a page that fails while the database is up returns a 500", async () => {
  page = () => Promise.reject(new Error("a fault of ours"));
  expect((await open("/clients")).status).toBe(500);
});

describe("while the database is away", () => {
  it("every management API operation returns 503 temporarily_unavailable", async () => {
    const organization = await mintOrganization();
    const client = await mintClient(organization.organizationId);
    const scenes = managementOperations.map(async (operation) => {
      const named = await operation.params?.(organization);
      return { operation: { ...operation, params: undefined, onDeleted: undefined }, named };
    });
    const prepared = await Promise.all(scenes);
    goAway();
    for (const { operation, named } of prepared) {
      const call = { as: organization.owner, ...(named && { params: named }) };
      const answer = await callOperation(operation, organization, client, call);
      expect(answer, operation.operation.id).toMatchObject({
        status: 503,
        body: { error: "temporarily_unavailable" },
      });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  it("OAuth endpoints return 503 temporarily_unavailable with Retry-After", async () => {
    const { client, companyId } = await mintInstallation();
    goAway();
    const path = `/service/panel/authentication/v1.0/company/${companyId}/oauth/token`;
    const response = await fetch(base + path, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: "lkc_made_up",
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }),
    });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = await response.json();
    expect(body).toMatchObject({ error: "temporarily_unavailable" });
    expect(JSON.stringify(body)).not.toMatch(/ECONN|prisma|\.ts/i);
  });

  it("a page returns a 503 page with Retry-After in the person's language", async () => {
    goAway();
    for (const [language, title] of [
      ["en", "Latchkey is temporarily unavailable"],
      ["de", "Latchkey ist gerade nicht verfügbar"],
    ] as const) {
      const response = await open("/clients", { "accept-language": language });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^[3-7]$/);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(await response.text()).toContain(title);
    }
  });

  it("a page requested by a program returns 503 as JSON", async () => {
    goAway();
    const response = await open("/api/auth/session", { accept: "application/json" });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
  });

  it("a page in progress when the database fails returns 503, not a server error", async () => {
    page = async () => {
      goAway();
      await pool().query("SELECT 1");
    };
    const response = await open("/clients");
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^[3-7]$/);
  });

  it("requests that need no database succeed", async () => {
    goAway();
    page = async () => {};
    for (const path of ["/docs", "/latchkey.svg", "/_next/static/a.js", "/errors/invalid_grant"]) {
      expect((await open(path)).status).toBe(200);
    }
  });

  it("200 requests in a second log two lines and no stack trace", async () => {
    const error = vi.spyOn(log(), "error").mockImplementation(() => {});
    const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
    goAway();
    const begin = performance.now();
    const path = `/service/panel/authentication/v1.0/company/1/oauth/authorize?client_id=${newId()}`;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await open(path)).status),
    );
    const seconds = Math.ceil((performance.now() - begin) / 1000);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const lines = [...error.mock.calls, ...warn.mock.calls];
    expect(lines.length).toBeLessThanOrEqual(seconds + 1);
    expect(JSON.stringify(lines)).not.toMatch(/"stack"|\.ts:\d/);
  });
});
