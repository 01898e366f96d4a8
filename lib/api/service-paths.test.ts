import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/describe-api";
import type { Handler } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import { env } from "@/lib/core/env";
import { managementErrorSchema, oauthErrorSchema } from "@/lib/core/schemas/error-schemas";

type Route = Record<string, Handler>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const sources: Record<string, string> = import.meta.glob("/app/service/**/route.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const CATCH_ALL = "/app/service/[[...path]]/route.ts";
const files: Record<string, () => Promise<Route>> = import.meta.glob("/app/service/**/route.ts");
const routes = Object.keys(files)
  .filter((file) => file !== CATCH_ALL)
  .map((file) => ({
    file,
    path: file.replace(/^\/app|\/route\.ts$/g, "").replace(/\[(\w+)\]/g, "{$1}"),
  }));

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

async function ask(file: string, path: string, method: string): Promise<Response> {
  const route = await files[file]?.();
  const handler = route?.[method];
  if (!handler) throw new Error(`${file} has no ${method}`);
  const request = new Request(`http://127.0.0.1:3000${path.replace(/\{\w+\}/g, "1")}`, { method });
  return handler(request);
}

const PLATFORM = "/service/panel/authentication/v1.0/platform/";
const TOKEN_PATH = `${PLATFORM}oauth/token`;
const COMPANY_CALLS = /\/company\/[^/]+\/calls(\/|$)/;
const GATE = "/service/platform/gate/";
const MANAGEMENT_PATHS = ["/service/partner/", "/service/platform/", PLATFORM];

function expectFamily(path: string, body: unknown): void {
  const isManagement =
    (MANAGEMENT_PATHS.some((prefix) => path.startsWith(prefix)) &&
      path !== TOKEN_PATH &&
      !path.startsWith(GATE)) ||
    COMPANY_CALLS.test(path);
  const parsed = (isManagement ? managementErrorSchema : oauthErrorSchema).parse(body);
  expect(Object.keys(parsed).toSorted()).toEqual(
    isManagement
      ? ["error", "error_uri", "errors", "message", "request_id"]
      : ["error", "error_description", "error_uri", "message", "request_id"],
  );
  const explained = `/errors/${parsed.error}?request_id=${parsed.request_id}`;
  expect(parsed.error_uri).toBe(`http://127.0.0.1:3000${explained}`);
}

describe.each(routes)("$path", ({ file, path }) => {
  const offered = offeredAt(path);

  it("is in the API reference", () => {
    expect(offered).not.toEqual([]);
  });

  it.each(METHODS.filter((method) => !offered.includes(method)))(
    "returns 405 to %s with Allow and its API's error format",
    async (method) => {
      const answer = await ask(file, path, method);
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

  it("returns its methods to OPTIONS", async () => {
    const answer = await ask(file, path, "OPTIONS");
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("allow")?.split(", ").toSorted()).toEqual(allowOf(offered));
  });
});

it("has one route file for each path of the endpoint table", () => {
  const paths = endpoints.map(({ path }) => path.replace(/\/$/, ""));
  const served = [...new Set(paths)].filter((path) => path.startsWith("/service/"));
  expect(routes.map(({ path }) => path).toSorted()).toEqual(served.toSorted());
});

it.each(Object.entries(sources))(
  "%s exports the API's answer and nothing else",
  (_file, source) => {
    expect(source).toBe(
      'export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/lib/api/route";\n',
    );
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
      const answer = await ask(CATCH_ALL, path, method);
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
    const { message } = await (await ask(CATCH_ALL, path, "POST")).json();
    expect(message).toContain("webhook");
    expect(message).toContain("another service of the platform");
  });
});
