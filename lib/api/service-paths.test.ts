import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/describe-api";
import { endpoints } from "@/lib/api/endpoints";
import * as route from "@/lib/api/route";
import { env } from "@/lib/core/env/env";
import { managementErrorSchema, oauthErrorSchema } from "@/lib/core/schemas/error-schemas";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const paths = [...new Set(endpoints.map(({ path }) => path.replace(/\/$/, "")))].filter((path) =>
  path.startsWith("/service/"),
);

const documented: Record<string, object> = (
  await openApiDocument(new Request(env().baseUrl)).json()
).paths;

/** Methods that the API reference lists for a path; the product list ends in a slash there. */
function offeredAt(path: string): string[] {
  const operations = documented[path] ?? documented[`${path}/`] ?? {};
  return METHODS.filter((method) => method.toLowerCase() in operations);
}

function allowOf(offered: readonly string[]): string[] {
  return [...offered, ...(offered.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
}

const handlers = new Map(Object.entries(route));

function ask(path: string, method: string) {
  const handler = handlers.get(method);
  if (!handler) throw new Error(`No route file answers ${method}`);
  return handler(new Request(`http://127.0.0.1:3000${path.replace(/\{\w+\}/g, "1")}`, { method }));
}

const PLATFORM = "/service/panel/authentication/v1.0/platform/";
const TOKEN_PATH = `${PLATFORM}oauth/token`;
const COMPANY_REQUESTS = /\/company\/[^/]+\/requests(\/|$)/;
const GATE = "/service/platform/gate/";
const MANAGEMENT_PATHS = ["/service/partner/", "/service/platform/", PLATFORM];

function expectFamily(path: string, body: unknown): void {
  const isManagement =
    (MANAGEMENT_PATHS.some((prefix) => path.startsWith(prefix)) &&
      path !== TOKEN_PATH &&
      !path.startsWith(GATE)) ||
    COMPANY_REQUESTS.test(path);
  const parsed = (isManagement ? managementErrorSchema : oauthErrorSchema).parse(body);
  expect(Object.keys(parsed).toSorted()).toEqual(
    isManagement
      ? ["error", "error_uri", "errors", "message", "request_id"]
      : ["error", "error_description", "error_uri", "message", "request_id"],
  );
  const explained = `/errors/${parsed.error}?request_id=${parsed.request_id}`;
  expect(parsed.error_uri).toBe(`http://127.0.0.1:3000${explained}`);
}

describe.each(paths)("%s", (path) => {
  const offered = offeredAt(path);

  it.each(METHODS.filter((method) => !offered.includes(method)))(
    "returns 405 to %s with Allow and its API's error format",
    async (method) => {
      const answer = await ask(path, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowOf(offered));
      const body = await answer.json();
      expectFamily(path, body);
      expect(body).toMatchObject({ error: "method_not_allowed" });
      expect(body.message).toContain(method);
    },
  );

  it("returns the methods of the API reference to OPTIONS", async () => {
    expect(offered).not.toEqual([]);
    const answer = await ask(path, "OPTIONS");
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowOf(offered));
  });
});

/** Next takes the most specific file, which must not make a difference. */
it.each(Object.entries(import.meta.glob("/app/service/**/route.ts")))(
  "%s exports the API's answer and nothing else",
  async (_file, load) => {
    expect(await load()).toEqual(route);
  },
);

describe("an unknown path under /service/", () => {
  const nothing = [
    "/service",
    "/service/nothing",
    "/service/panel/authentication/v1.0/company/42/oauth/no",
    "/service/panel/partners/v1.0/extensions/details",
    "/service/partner/authorization/v1.0/organization/1/oauth/clients",
    "/service/partner/authorization/v2.0/organization/1/oauth/client",
    "/service/application/catalog/v1.0/product",
  ];

  it.each(nothing.flatMap((path) => [...METHODS, "OPTIONS"].map((method) => [method, path])))(
    "answers %s %s with 404 as JSON, in the error shape of its API",
    async (method = "", path = "") => {
      const answer = await ask(path, method);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const body = await answer.json();
      expectFamily(path, body);
      expect(body).toMatchObject({ error: "not_found" });
    },
  );

  it.each([
    "/service/common/webhook/v1.0/events/query-event-details",
    "/service/platform/webhook/v1.0/company/1/extension/2/subscriber",
  ])("reports that %s belongs to another service", async (path) => {
    const { message } = await (await ask(path, "POST")).json();
    expect(message).toContain("webhook");
    expect(message).toContain("another service of the platform");
  });
});
