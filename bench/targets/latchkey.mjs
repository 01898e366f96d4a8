import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort, startServer } from "../server-process.mjs";
import {
  basic,
  CLIENTS,
  COMPANIES_PER_CLIENT,
  REDIRECT_URI,
  ROTATING_CLIENTS,
} from "../workload.mjs";

const OAUTH = "/service/panel/authentication/v1.0";
const PRODUCTS = "/service/application/catalog/v1.0/products/";
const CHECK = "/service/platform/gate/v1.0/check";
const ORGANIZATIONS = "/service/partner/authorization/v1.0/organization";
const SCOPES = "company/orders/read,company/products/read";
const JSON_TYPE = "application/json";

/**
 * Servers on one database, as `npm start` runs them: one as it is by default, one with two processes, one with
 * everything behind Next.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @param {{only: readonly string[], profileFolder?: string}} options
 * @returns {Promise<import("../run.mjs").Target[]>}
 */
export async function openLatchkey(database, { only, profileFolder }) {
  const databaseUrl = await database.createDatabase("bench_latchkey");
  const settings = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  };
  const bundle = pathToFileURL("dist/bench/latchkey-data.mjs").href;
  const { openLatchkeyData } = await import(bundle);
  const data = await openLatchkeyData(settings, {
    clients: CLIENTS,
    rotatingClients: ROTATING_CLIENTS,
    companiesPerClient: COMPANIES_PER_CLIENT,
  });
  const targets = [];
  for (const [name, share, variables] of [
    ["latchkey", 1, {}],
    ["latchkey-next", 0.25, { FAST_LANE: "0" }],
  ]) {
    if (!only.includes(name)) continue;
    const port = await freePort();
    const server = await startServer({
      name,
      port,
      readyPath: "/readyz",
      args: ["scripts/start.mjs", "--built"],
      env: {
        ...settings,
        PORT: String(port),
        DATA_DIR: join(database.folder, name),
        ...variables,
        // For the sample API; the database is in use, so that no demo data is loaded.
        DEMO: "1",
      },
      logFolder: database.folder,
      profileFolder,
    });
    targets.push({ name, share, databaseUrl, ...server, request, seed: data.seed });
  }
  return targets.map((target, index) => ({
    ...target,
    operations: [
      ...["exchange", "refresh", "rotate", "introspect", "authorize", "products", "gate"],
      ...["list-clients", "get-client", "create-client"],
    ],
    async stop() {
      await target.stop();
      if (index === targets.length - 1) await data.close();
    },
  }));
}

function request(operation, credential, state) {
  const { clientId, secret, companyId, cookie, token, organizationId, gateKey } = credential;
  const authorization = basic(clientId, secret);
  const oauth = `${OAUTH}/company/${companyId}/oauth`;
  const post = (path, body) => ({
    method: "POST",
    path,
    headers: { authorization, "content-type": JSON_TYPE },
    body: JSON.stringify(body),
  });
  const bearer = { authorization: `Bearer ${token}` };
  const clients = `${ORGANIZATIONS}/${organizationId}/oauth/client`;
  switch (operation) {
    case "list-clients":
      return { method: "GET", path: `${clients}?page_size=20`, headers: bearer };
    case "get-client":
      return { method: "GET", path: `${clients}/${clientId}`, headers: bearer };
    case "create-client": {
      const body = JSON.stringify({ meta: { name: `Client ${state}` } });
      return {
        method: "POST",
        path: clients,
        headers: { ...bearer, "content-type": JSON_TYPE },
        body,
      };
    }
    case "exchange":
      return post(`${oauth}/offline-token`, { grant_type: "authorization_code", code: token });
    case "refresh":
    case "rotate":
      return post(`${oauth}/offline-token`, { grant_type: "refresh_token", refresh_token: token });
    case "introspect":
      return post(`${OAUTH}/oauth/introspect`, { token });
    case "products":
      return { method: "GET", path: PRODUCTS, headers: bearer };
    case "gate": {
      const original = { "x-original-method": "GET", "x-original-uri": PRODUCTS };
      const headers = { ...bearer, ...original, "x-gate-key": gateKey };
      return { method: "GET", path: CHECK, headers };
    }
    case "authorize": {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: REDIRECT_URI,
        response_type: "code",
        scope: SCOPES,
        state,
      });
      return { method: "GET", path: `${oauth}/authorize?${query}`, headers: { cookie } };
    }
    default:
      throw new Error(`latchkey has no operation ${operation}`);
  }
}
