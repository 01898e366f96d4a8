import { existsSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { RunningProxy } from "@/test/process/start-gateway";
import { storedCalls } from "@/test/requests/api-calls";
import type { ExactAnswer } from "@/test/requests/call-exactly";

/** Where sample products are listed. */
export const PRODUCTS = "/service/application/catalog/v1.0/products/";
/** The path of a company's orders. */
export const ordersOf = (companyId: number) =>
  `/service/platform/order/v1.0/company/${companyId}/orders/`;

/** Everything that the gate says about a caller. */
export const GATE_HEADERS = [
  "x-latchkey-client-id",
  "x-latchkey-company-id",
  "x-latchkey-organization-id",
  "x-latchkey-request-id",
  "x-latchkey-scopes",
  "x-latchkey-subject",
  "x-latchkey-token-kind",
];

/** What a caller might send to pass for someone else. */
export const FORGED = {
  ...Object.fromEntries(GATE_HEADERS.map((name) => [name, "forged"])),
  "x-gate-key": "forged",
  "x-original-method": "GET",
  "x-original-uri": PRODUCTS,
  "x-forwarded-method": "GET",
  "x-forwarded-uri": PRODUCTS,
};

/** Paths that a proxy, the gate, and a service might read in different ways. */
export const TRICKS = [
  `/${PRODUCTS}`,
  "/service//application/catalog/v1.0/products/",
  `${PRODUCTS}../../../order/v1.0/orders/`,
  `${PRODUCTS}..%2f..%2f..%2forder/v1.0/orders/`,
  `${PRODUCTS}%2e%2e/products/`,
  `${PRODUCTS}.%2E/products/`,
  `${PRODUCTS}%2e/`,
  `${PRODUCTS}..;/`,
  `${PRODUCTS};a=b`,
  `${PRODUCTS}%3b`,
  `${PRODUCTS}%00`,
  `${PRODUCTS}%c0%ae%c0%ae/`,
  `${PRODUCTS}%252e%252e/`,
  `${PRODUCTS}..%5c`,
  `${PRODUCTS}..\\`,
  `${PRODUCTS}%2f|`,
  `${PRODUCTS}#/`,
  "/service/application/catalog%2fv1.0/products/",
  "/service/panel/authentication/..%2f..%2fapplication/catalog/v1.0/products/",
  "/service/panel/authentication/../../application/catalog/v1.0/products/",
  "/service/application/..%2fpanel/authentication/../../application/catalog/v1.0/products/",
  "/SERVICE/application/catalog/v1.0/products/",
];

/** Renames the log as logrotate does, and has nginx open a new one. */
export async function rotate({ folder, callLog }: RunningProxy): Promise<void> {
  await rename(callLog, `${callLog}.1`);
  process.kill(Number(await readFile(join(folder, "nginx.pid"), "utf8")), "SIGUSR1");
  await expect.poll(() => existsSync(callLog)).toBe(true);
}

function requestIdOf({ headers }: ExactAnswer): string {
  return String(headers["x-latchkey-request-id"]);
}

/** Whether the proxy has written the call to its log. */
export async function isLogged({ callLog }: RunningProxy, answer: ExactAnswer): Promise<boolean> {
  return (await readFile(callLog, "utf8")).includes(requestIdOf(answer));
}

/** The status in the API log of a client's call; null until the proxy's is known. */
export async function loggedStatus(
  clientId: string,
  answer: ExactAnswer,
): Promise<number | null | undefined> {
  const calls = await storedCalls(clientId);
  const call = calls.find(({ requestId }) => requestId === requestIdOf(answer));
  return call?.milliseconds === null ? null : call?.status;
}

/** The headers of a call at the service that name the caller. */
export function gateHeadersOf(call: { headers: Record<string, string> } | undefined) {
  const entries = Object.entries(call?.headers ?? {});
  return Object.fromEntries(entries.filter(([name]) => /latchkey/i.test(name)));
}

/** Expects a denial with the challenge and JSON of the gate. */
export function expectDenied(
  { status, headers, body }: ExactAnswer,
  expected: number,
  error: string,
): void {
  expect(JSON.parse(body)).toMatchObject({ error, message: expect.any(String) });
  expect(status).toBe(expected);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["www-authenticate"]).toMatch(/^Bearer realm="/);
}

/** Expects the proxy's own failure: not a denial, after which an extension would ask the person to sign in again. */
export function expectUnavailable({ status, headers, body }: ExactAnswer): void {
  expect(status).toBe(503);
  expect(JSON.parse(body)).toMatchObject({
    error: "temporarily_unavailable",
    message: expect.not.stringContaining("X-Gate-Key"),
  });
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(headers["cache-control"]).toBe("no-store");
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
}
