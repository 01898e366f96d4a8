import { describe, expect, it } from "vitest";
import { fastPaths } from "@/lib/http/fast-paths";
import { openApiDocument } from "@/lib/http/openapi-document";
import { contracts, operations } from "@/lib/http/operations";

const response = openApiDocument();
const text = await response.text();
const document = JSON.parse(text);
const documented = Object.entries<Record<string, OperationObject>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: string; description?: string; required?: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};

describe("openapi.json", () => {
  it("is OpenAPI 3.1 with the document's five operations where the document has them", () => {
    expect(response.status).toBe(200);
    expect(document.openapi).toMatch(/^3\.1\./);
    const prefix =
      "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";
    expect(Object.keys(document.paths[prefix])).toEqual(expect.arrayContaining(["get", "post"]));
    expect(Object.keys(document.paths[`${prefix}/{client_id}`])).toEqual(
      expect.arrayContaining(["get", "put", "delete"]),
    );
  });

  it("has every contract and every described operation, each with a name of its own", () => {
    const ids = documented.map(({ operation }) => operation.operationId);
    expect(ids).toHaveLength(contracts.length + operations.length);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, method, path } of contracts) {
      expect(document.paths[path][method.toLowerCase()].operationId).toBe(operationId);
    }
  });

  it("has every path that is answered ahead of Next", () => {
    const missing = fastPaths
      .map(({ method, path }) => ({ path, method: method.toLowerCase() }))
      .filter(({ path }) => path !== "/service/application/catalog/v1.0/products")
      .filter(({ path, method }) => !document.paths[path]?.[method]);
    expect(missing).toEqual([]);
  });

  it.each(documented)(
    "describes $operation.operationId and each of its parameters",
    ({ path, operation }) => {
      expect(operation.summary).not.toBe("");
      expect(operation.description).not.toBe("");
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const { description } of operation.responses ? Object.values(operation.responses) : []) {
        expect(description).not.toBe("");
      }
    },
  );

  it("refers only to schemas that it has", () => {
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(referred).toContain("Client");
    for (const name of referred) expect(document.components.schemas).toHaveProperty(name ?? "");
  });

  it("documents every field of a client as the document names it", () => {
    expect(Object.keys(document.components.schemas.Client.properties)).toEqual(
      expect.arrayContaining([
        ...["company_id", "client_id", "secret", "slug", "scopes", "redirect_urls"],
        ...["access_token_lifetime", "refresh_token_lifetime", "meta", "author", "is_active"],
        ...["client_type", "organization_id", "_id", "created_at", "modified_at"],
        "raw_permissions",
      ]),
    );
  });
});
