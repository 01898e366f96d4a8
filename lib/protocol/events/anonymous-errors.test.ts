import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { listRequests } from "@/lib/requests/log/list-requests";
import { mintCompany } from "@/test/factories/mint";
import { takeOwnDatabase } from "@/test/process/own-database";
import { clientAttempt, mintScene, type Scene, send } from "@/test/requests/attempt";
import { callAuthorize } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";

// Errors that name no client are counted for the whole installation.
takeOwnDatabase();

const PER_NETWORK = 20;
const PER_CLIENT = 300;
const AT_ONCE = 50;
// Many requests on a busy machine.
const TIMEOUT_MS = 180_000;

/** A bad authorize request from a signed-out person. */
async function knock(clientId: string, address: string): Promise<void> {
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: "https://evil.test/" });
  const url = `${env().baseUrl}${OAUTH_PATH}/company/1/oauth/authorize?${query}`;
  const answer = await authorize(new Request(url, { headers: { "x-client-address": address } }));
  expect([400, 401]).toContain(answer.status);
}

async function flood(requests: number, knockOnce: (n: number) => Promise<void>): Promise<void> {
  for (let done = 0; done < requests; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => knockOnce(done + n)));
  }
}

/** How many rows there are, and how many requests they represent. */
async function counts(where: string): Promise<{ rows: number; requests: number }> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS rows, sum(1 + more)::int AS requests FROM authorization_events WHERE ${where}`,
  );
  return rows[0];
}

/** A page of the client's requests, as a developer reads them. */
async function list({ organizationId, client, developer }: Scene, query = {}) {
  const { body } = await callRoute(listRequests, {
    params: { organization_id: organizationId },
    query: { client_id: client.clientId, ...query },
    as: developer,
  });
  return listRequests.returns.schema.parse(body).items;
}

/** An error of the client itself, sent with its correct secret. */
async function failAsOwner(scene: Scene): Promise<string> {
  const { requestId } = await send(scene, clientAttempt(scene, "token", { grant_type: "dance" }));
  return requestId;
}

describe("security 65: anonymous bad requests that name a known client", {
  timeout: TIMEOUT_MS,
}, () => {
  it("leave few rows that count all 2,000, and keep the owner's own failure on the first page", async () => {
    const scene = await mintScene();
    const { clientId } = scene.client;
    const ownRequestId = await failAsOwner(scene);
    await flood(2_000, (n) => knock(clientId, `2001:db8:aaaa:${(n % 5).toString(16)}::1`));
    const remaining = await counts(`client_id = '${clientId}' AND NOT authenticated`);
    expect(remaining.requests).toBe(2_000);
    expect(remaining.rows).toBeLessThanOrEqual(PER_CLIENT);
    const items = await list(scene);
    expect(items.map((item) => item.request_id)).toContain(ownRequestId);
    // Nor do they prevent storing a later one.
    const ownRequestIds = [await failAsOwner(scene), ownRequestId];
    const ownItems = await list(scene, { authenticated: "true" });
    expect(ownItems.map((item) => item.request_id)).toEqual(ownRequestIds);
    const strangers = items.filter((item) => !item.authenticated);
    expect(strangers.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(2_000);
  });

  it("leave twenty rows per minute and network, next to those from other networks", async () => {
    const { clientId } = (await mintScene()).client;
    await flood(200, () => knock(clientId, "203.0.113.1"));
    await knock(clientId, "203.0.113.2");
    const { rows, requests } = await counts(`client_id = '${clientId}'`);
    expect(requests).toBe(201);
    // Two minutes, in case one ends in between.
    expect([PER_NETWORK + 1, 2 * PER_NETWORK + 1]).toContain(rows);
  });

  it("security 123: cost no work on a row once there have been as many as are stored", async () => {
    const { clientId } = (await mintScene()).client;
    let reads = 0;
    const parameters = {
      client_id: clientId,
      get redirect_uri() {
        reads += 1;
        return "https://evil.test/";
      },
    };
    const deny = () =>
      recordDenial("authorize", new ServiceError("invalid_request", "It is wrong."), {
        requestId: newId(),
        sent: { authorization: null, ipAddress: "203.0.113.3", parameters },
      });
    // Three times as many, in case a minute ends in between.
    for (let n = 0; n < 3 * PER_NETWORK; n += 1) await deny();
    expect(reads).toBeGreaterThanOrEqual(PER_NETWORK);
    expect(reads).toBeLessThanOrEqual(2 * PER_NETWORK);
    expect((await counts(`client_id = '${clientId}'`)).requests).toBe(3 * PER_NETWORK);
  });

  it("are all listed on request", async () => {
    const scene = await mintScene();
    await flood(AT_ONCE, (n) => knock(scene.client.clientId, `198.51.100.${n}`));
    const few = await list(scene);
    expect(few.map(({ more }) => more)).toEqual([0, 0, 0, 0, AT_ONCE - 5]);
    for (const query of [
      { authenticated: "false" },
      { check: "redirect_uri_registered" },
      { from: `${few[0]?.created_at.slice(0, 10)}T00:00:00Z` },
    ]) {
      const all = await list(scene, { limit: "200", ...query });
      expect(all).toHaveLength(AT_ONCE);
      expect(all.every(({ more }) => more === 0)).toBe(true);
    }
  });
});

describe("bad requests by signed-in people", () => {
  it("are all listed if they belong to the company, and leave the five a day to others", async () => {
    const { client, ...scene } = await mintScene();
    const { companyId, seller } = await mintCompany();
    const { seller: stranger } = await mintCompany();
    const wrong = { redirect_uri: "https://staging.example.com/" };
    for (let n = 0; n < 7; n += 1) {
      for (const as of [stranger, seller]) {
        await callAuthorize({ client, companyId, seller }, wrong, as);
      }
    }
    expect(await list({ client, ...scene })).toHaveLength(7 + 5);
  });
});

describe("security 65: bad requests that name made-up clients", {
  timeout: TIMEOUT_MS,
}, () => {
  it("leave few rows, whatever ids they make up", async () => {
    await flood(600, (n) => knock(newId(), `2001:db8:bbbb:${n.toString(16)}::1`));
    const { rows, requests } = await counts("client_id IS NULL");
    expect(rows).toBe(PER_CLIENT);
    expect(requests).toBe(600);
    const { rows: keys } = await pool().query(
      "SELECT key FROM failed_attempts WHERE key LIKE 'refused - %'",
    );
    expect(keys.length).toBeLessThanOrEqual(PER_CLIENT + AT_ONCE);
  });
});
