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
import { targetOf } from "./peer.mjs";

const OAUTH = "/service/panel/authentication/v1.0";
const PRODUCTS = "/service/application/catalog/v1.0/products/";
const CHECK = "/service/platform/gate/v1.0/check";
const ORGANIZATIONS = "/service/partner/authorization/v1.0/organization";
const SCOPES = "company/orders/read,company/products/read";
const JSON_TYPE = "application/json";

/**
 * Latchkey as `npm start` runs it.
 *
 * @param {import("../database.ts").BenchDatabase} database
 * @param {string} [profileFolder] for a CPU profile
 * @returns {Promise<import("../run.mjs").Target>}
 */
export async function openLatchkey(database, profileFolder) {
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
  const name = "latchkey";
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
      // For the rules of the gate; the database is in use, so that no demo data is loaded.
      DEMO: "1",
    },
    logFolder: database.folder,
    profileFolder,
  });
  const operations = [
    ...["exchange", "refresh", "rotate", "introspect", "authorize", "gate"],
    ...["list-clients", "create-client"],
  ];
  return targetOf({ name, share: 1, databaseUrl, operations }, server, data, request);
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
