import { gzipSync } from "node:zlib";
import {
  type CreateDocumentOptions,
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Endpoint } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import type { RoutedEndpoint } from "@/lib/api/router";
import { sha256 } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { inPascalCase } from "@/lib/core/http/describe-errors";
import { processState } from "@/lib/core/process/process-state";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";

/** The OpenAPI document of this installation, built once. */
export function describeApi(): ReturnType<typeof buildOpenApi> {
  return processState("openapi", () =>
    buildOpenApi({
      endpoints: endpoints.filter(({ isOffered }) => isOffered?.() ?? true),
      clusterUrl: env().clusterUrl,
      sessionCookie: sessionCookieName(),
    }),
  );
}

/** `GET /openapi.json`, which Next does not serve: it drops the header of a body that is compressed already. */
export const openApiEndpoint: RoutedEndpoint = {
  method: "GET",
  path: "/openapi.json",
  handler: openApiDocument,
};

/** The API document, built and compressed once. A caller that has it already gets 304 (RFC 9110 section 13.1.2). */
export function openApiDocument({ headers: sent }: Pick<ApiRequest, "headers">): Response {
  const { plain, gzip, tag } = processState("openapi.json", () => storedJson(describeApi()));
  const headers = { "cache-control": "no-cache", vary: "accept-encoding", etag: tag };
  const tags = sent.get("if-none-match")?.split(",") ?? [];
  if (tags.some((each) => each.trim() === tag)) return new Response(null, { status: 304, headers });
  const type = { "content-type": "application/json" };
  return GZIP.test(sent.get("accept-encoding") ?? "")
    ? new Response(gzip, { headers: { ...headers, ...type, "content-encoding": "gzip" } })
    : new Response(plain, { headers: { ...headers, ...type } });
}

const DESCRIPTION = `Latchkey registers an organization's OAuth clients and issues the tokens with which extensions act on behalf of seller companies.

Every response has an \`x-request-id\` header. Errors repeat it as \`request_id\` and explain in \`message\` what to fix.`;

/** In the order of the API reference. */
const TAGS: Readonly<Record<string, string>> = {
  Authorization: "The authorization-code flow and its tokens.",
  Clients: "The OAuth clients of an organization.",
  Secrets: "A client's secrets: several can be live at the same time.",
  Requests:
    "What happened: requests of the authorization flow and calls of platform APIs, in one log.",
  Audit: "Changes, revealed secrets and denied requests in an organization, and who made them.",
  Organization: "An organization's own settings.",
  Members: "The people of an organization, and invitations to it.",
  Extensions: "What an extension can look up about itself.",
  Platform: "Platform APIs that access tokens give access to.",
  Gate: "What a proxy in front of the platform's APIs asks about each call.",
  "Service keys": "Keys of the platform's own backends and gateways.",
  Directory: "The platform's companies, organizations, people and extensions.",
  Operators: "The state of the installation, for its operators.",
  "Platform audit": "Changes and denied requests on the platform itself, and who made them.",
  Brand: "The installation's name, logo and colors.",
  Health: "For the operators of the service.",
};

type OpenApiSource = {
  endpoints: readonly Endpoint[];
  /** The origin that programs call. */
  clusterUrl: string;
  sessionCookie: string;
};

/** The API of this installation as an OpenAPI 3.1 document. */
export function buildOpenApi({ endpoints, clusterUrl, sessionCookie }: OpenApiSource) {
  const document: ZodOpenApiObject = {
    openapi: "3.1.1",
    info: {
      title: "Latchkey",
      version: "1.0",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: clusterUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "An access token. For the management API, request one with client_credentials at the organization's token endpoint; for platform APIs, use one issued for a seller company.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie,
          description:
            "A member's console session. Requests that change something must come from a page of this origin.",
        },
        client: {
          type: "http",
          scheme: "basic",
          description: "base64 of `<API_KEY>:<API_SECRET>`.",
        },
      },
    },
  };
  return shareParameters(createDocument(document, { override: writeForReaders }));
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, method, document } of endpoints) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: document() };
  }
  return paths;
}

type Override = NonNullable<CreateDocumentOptions["override"]>;

/** Leaves out integer bounds that JavaScript sets, and the long patterns of timestamps, whose format says the same. */
const writeForReaders: Override = (context) => {
  const { jsonSchema } = context;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  describeDefault(context);
};

/**
 * Moves a body field's default from the keyword `default` to its description. openapi-typescript treats a field with
 * that keyword as always present, which would force callers to send it. Query parameters keep the keyword.
 */
const describeDefault: Override = ({ zodSchema, jsonSchema, io, path }) => {
  const { def } = zodSchema._zod;
  if (def.type !== "default" || io !== "input") return;
  // A parameter has a schema of its own; a field is part of one.
  if (path.length <= 2) {
    jsonSchema.default = def.defaultValue;
    return;
  }
  delete jsonSchema.default;
  const stated = `Default: \`${JSON.stringify(def.defaultValue)}\`.`;
  jsonSchema.description = [jsonSchema.description, stated].filter(Boolean).join(" ");
};

type Parameter = oas31.ParameterObject | oas31.ReferenceObject;

/**
 * Moves each parameter that several operations take to `components/parameters`, under its name in PascalCase, and
 * refers to it from there (OpenAPI 3.1 section 4.8.7). A name with several meanings gets a number.
 */
function shareParameters(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const operations = Object.values(document.paths ?? {})
    .flatMap((item) => METHODS.map((method) => item[method]))
    .filter((operation) => operation !== undefined);
  const uses = new Map<string, number>();
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  const share = (parameter: Parameter): Parameter => {
    const text = JSON.stringify(parameter);
    if ("$ref" in parameter || uses.get(text) === 1) return parameter;
    const name = names.get(text) ?? freeName(parameter.name, shared);
    names.set(text, name);
    shared[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map(share);
  }
  document.components = { ...document.components, parameters: shared };
  return document;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function freeName(name: string, taken: Record<string, Parameter>): string {
  const base = inPascalCase(name);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base}${number}`;
    if (!(candidate in taken)) return candidate;
  }
}

const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

function storedJson(value: unknown) {
  const plain = Buffer.from(JSON.stringify(value));
  // Weak: both forms have it.
  return { plain, gzip: gzipSync(plain), tag: `W/"${sha256(plain).toString("base64url")}"` };
}
