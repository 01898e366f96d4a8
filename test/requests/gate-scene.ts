import { beforeAll, beforeEach, expect } from "vitest";
import { db } from "@/lib/core/db/client";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callGate, type GatedCall, loggedCalls, useRules } from "@/test/requests/call-gate";
import type { RouteAnswer } from "@/test/requests/call-route";

/** The path of a rule about a company. */
export const ORDERS = "/orders/v1.0/company/{company_id}/orders";

const CALLER_HEADERS = [
  "x-latchkey-client-id",
  "x-latchkey-company-id",
  "x-latchkey-organization-id",
  "x-latchkey-subject",
  "x-latchkey-token-kind",
  "x-latchkey-scopes",
  "x-latchkey-request-id",
];

const RULES = [
  { methods: ["GET"], path: ORDERS, all: ["company/orders/read"], company: true },
  { methods: ["PUT"], path: ORDERS, all: ["company/orders/write"], company: true },
  { methods: ["GET"], path: "/products", any: ["company/products/read", "company/products/write"] },
  { methods: ["PUT"], path: "/products", any: ["company/prices/write", "company/products/write"] },
  { methods: ["GET"], path: "/ping/{name}" },
  { methods: ["GET"], path: "/organization", any: ["organization/clients/read"] },
];

/** A gate with rules; each test of the file has its own installation and gate key. */
export function gateScene() {
  let installation: Installation;
  let key: string;
  beforeAll(() => useRules(RULES));
  beforeEach(async () => {
    installation = await mintInstallation();
    key = (await mintServiceKey(["platform/gate"])).clientSecret;
  });
  return {
    installation: () => installation,
    key: () => key,
    /** An offline token of the installation. */
    offline: () => mintAccessToken(installation, "offline"),
    /** Asks the gate with its key, about `GET /ping/x` unless the call says otherwise. */
    ask: (call: Partial<GatedCall>) => callGate({ key, uri: "/ping/x", ...call }),
    /** The installation's entries in the API log. */
    callsOf: () => loggedCalls(installation.client.clientId),
    /** The installation's denials in the failure log, oldest first. */
    failures: () =>
      db().authorizationEvent.findMany({
        where: { clientId: installation.client.clientId, outcome: "refused" },
        orderBy: { id: "asc" },
      }),
  };
}

/** The path of a company's orders. */
export const ordersOf = (companyId: number | string) =>
  ORDERS.replace("{company_id}", String(companyId));

/** What the gate says about the caller, by the end of each header's name. */
export function callerOf({ headers }: RouteAnswer): Record<string, string | null> {
  return Object.fromEntries(CALLER_HEADERS.map((name) => [name.slice(11), headers.get(name)]));
}

/** Expects a denial that names no caller, with a body and a challenge (RFC 6750 section 3). */
export function expectChallenge(answer: RouteAnswer, error?: string): void {
  const challenge = answer.headers.get("www-authenticate");
  expect(challenge).toMatch(/^Bearer realm="latchkey"/);
  if (error) expect(challenge).toContain(`error="${error}"`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toBe("application/json");
  const keys = ["error", "error_description", "error_uri", "message", "request_id"];
  expect(Object.keys(answer.body).toSorted()).toEqual(keys);
  const sent = CALLER_HEADERS.filter((name) => answer.headers.has(name));
  expect(sent).toEqual(["x-latchkey-request-id"]);
  expect(answer.headers.get("x-latchkey-request-id")).toBe(answer.body.request_id);
}
