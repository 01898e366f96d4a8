import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/describe-api";
import { jsonTypeOf } from "@/lib/api/endpoint";
import { endpoints, managementOperations } from "@/lib/api/endpoints";
import { env } from "@/lib/core/env/env";
import type { Operation } from "@/lib/operation/operation";
import { exampleWith } from "@/test/requests/example-of";

const operations: readonly Operation[] = managementOperations;
const response = openApiDocument(new Request(env().baseUrl));
const text = await response.text();
const document = JSON.parse(text);
const documented = Object.entries<Record<string, OperationObject>>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation: {
        ...operation,
        parameters: operation.parameters?.map((parameter) => resolve("parameters", parameter)),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            resolve("responses", response),
          ]),
        ),
      },
    })),
);

/** A parameter or a response, with its reference followed. */
function resolve<T extends { $ref?: string }>(kind: "parameters" | "responses", part: T): T {
  return part.$ref ? document.components[kind][part.$ref.split("/").at(-1) ?? ""] : part;
}

const CLIENTS = "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";

type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: {
    $ref?: string;
    name: string;
    schema?: { type?: string; default?: unknown };
    in: string;
    description?: string;
    required?: boolean;
  }[];
  requestBody?: { content: Content; required?: boolean };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};
type Content = Record<
  string,
  { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
>;

/** Every object in a value that has the key. */
function objectsWith(key: string, value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.values(value).flatMap((part) => objectsWith(key, part));
  return key in value ? [value, ...within] : within;
}

/** A schema together with everything that it refers to. */
function withReferences(schema: object, seen: readonly string[] = []): object[] {
  const names = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !seen.includes(name));
  const referred = names.flatMap((name) =>
    withReferences(document.components.schemas[name], [...seen, ...names]),
  );
  return [schema, ...referred];
}

// Zod checks formats; this test checks shapes.
const validator = new Ajv2020({ strict: false, validateFormats: false });
validator.addSchema(document, "openapi.json");

function problemsOf(schema: object, value: unknown): unknown {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/');
  validator.validate(JSON.parse(absolute), value);
  return validator.errors ?? [];
}

/** The examples of a body, or what those of its fields make. */
function examplesOf({ schema, example, examples = {} }: Content[string]): unknown[] {
  const values = Object.values(examples).map(({ value }) => value);
  if (values.length > 0) return values;
  return [example ?? exampleWith(schema, document.components.schemas)].filter(
    (value) => value !== undefined,
  );
}

describe("openapi.json", () => {
  it("contains every endpoint under a unique name", () => {
    const ids = documented.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const titles = documented.map(({ operation }) => operation.summary);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    expect(documented.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it("contains each error response and each repeated parameter once, in at most 400,000 bytes", () => {
    for (const kind of ["responses", "parameters"]) {
      const names = Object.keys(document.components[kind]);
      const pattern = new RegExp(`"#/components/${kind}/(\\w+)"`, "g");
      const references = [...text.matchAll(pattern)].map(([, name]) => name);
      expect(new Set(references)).toEqual(new Set(names));
      expect(references.length).toBeGreaterThan(3 * names.length);
    }
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(400_000);
  });

  it.each(documented)(
    "describes $operation.operationId, each of its parameters, and the errors of every endpoint",
    ({ path, operation }) => {
      expect(operation.summary).not.toBe("");
      expect(operation.description).not.toBe("");
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).toSorted()).toEqual(pathNames.toSorted());
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const { description } of Object.values(operation.responses)) {
        expect(description).not.toBe("");
      }
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(["400", "default"]));
      expect(statuses.includes("503")).toBe(operation.operationId !== "healthz");
    },
  );

  it.each(documented.filter(({ operation }) => operation.requestBody))(
    "requires from callers of $operation.operationId no field that has a default",
    ({ operation }) => {
      const schemas = Object.values(operation.requestBody?.content ?? {}).map((content) =>
        withReferences(content.schema),
      );
      expect(objectsWith("default", schemas)).toEqual([]);
    },
  );

  it("requires a body except where a POST has optional fields only", () => {
    const withoutBody = documented.filter(
      ({ operation: { requestBody } }) => requestBody && requestBody.required !== true,
    );
    expect(withoutBody.map(({ operation }) => operation.operationId).sort()).toEqual([
      "revealSecret",
      "rotateSecret",
      "rotateServiceKey",
    ]);
  });

  it("declares company ids in the paths of the Directory API as integers, and the spec's as strings", () => {
    const typeOf = (path: string, method: string) =>
      documented
        .find((one) => one.path === path && one.method === method)
        ?.operation.parameters?.find(({ name }) => name === "company_id")?.schema?.type;
    const company = "/service/platform/directory/v1.0/companies/{company_id}";
    const authorize = "/service/panel/authentication/v1.0/company/{company_id}/oauth/authorize";
    expect(typeOf(company, "put")).toBe("integer");
    expect(typeOf(`${company}/members/{external_id}`, "get")).toBe("integer");
    expect(typeOf(authorize, "get")).toBe("string");
  });

  it("states the default of a body field in its description, and that of a query parameter", () => {
    const { properties } = document.components.schemas.CreateClient;
    expect(properties.access_token_lifetime.description).toContain("Default: `3600`.");
    expect(properties.redirect_urls.description).toContain("Default: `[]`.");
    const list = documented.find(({ path, method }) => path === CLIENTS && method === "get");
    expect(list?.operation.parameters).toContainEqual(
      expect.objectContaining({
        name: "page_size",
        schema: expect.objectContaining({ default: 10 }),
      }),
    );
  });

  it.each(documented)(
    "contains valid examples of the requests and responses of $operation.operationId",
    ({ operation }) => {
      const [status, success] = Object.entries(operation.responses)[0] ?? [];
      expect(Number(status)).toBeLessThan(400);
      const needed = [
        // Files have no example.
        ...Object.entries(operation.requestBody?.content ?? {})
          .filter(([type]) => !type.startsWith("image/"))
          .map(([, content]) => content),
        ...(success?.content?.["application/json"] ? [success.content["application/json"]] : []),
      ];
      for (const content of needed) expect(examplesOf(content)).not.toEqual([]);
      const answered = Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content),
      );
      for (const content of [...needed, ...answered]) {
        for (const example of examplesOf(content)) {
          expect(problemsOf(content.schema, example), JSON.stringify(example)).toEqual([]);
        }
      }
    },
  );

  it.each(operations)("$id accepts and can return its examples", (operation) => {
    const { path, method, body, returns } = operation;
    const { requestBody, responses } = document.paths[path][method.toLowerCase()];
    if (body) {
      const parsed = body.safeParse(examplesOf(requestBody.content["application/json"])[0]);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
    const [example] = examplesOf(responses[returns.status].content[jsonTypeOf(returns)]);
    expect(returns.schema.safeParse(example).error?.issues ?? []).toEqual([]);
  });

  it("refers only to schemas that it defines", () => {
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(referred).toContain("Client");
    for (const name of referred) expect(document.components.schemas).toHaveProperty(name ?? "");
  });
});
