import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { Endpoint } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import type { RoutedEndpoint } from "@/lib/api/router";
import { shareParameters } from "@/lib/api/share-parameters";
import { env } from "@/lib/core/env/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { storedJsonResponse } from "@/lib/core/http/stored-json";
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

/** The API of this installation. */
export function openApiDocument(request: ApiRequest): Response {
  return storedJsonResponse("openapi.json", describeApi, request);
}

const DESCRIPTION = `Latchkey registers an organization's OAuth clients and issues the tokens with which extensions act on behalf of seller companies.

Every response has an \`x-request-id\` header. Errors repeat it as \`request_id\` and explain in \`message\` what to fix.`;

/** In the order of the API reference. */
const TAGS = [
  { name: "Authorization", description: "The authorization-code flow and its tokens." },
  { name: "Clients", description: "The OAuth clients of an organization." },
  { name: "Secrets", description: "A client's secrets: several can be live at the same time." },
  {
    name: "Requests",
    description:
      "What happened: requests of the authorization flow and calls of platform APIs, in one log.",
  },
  {
    name: "Audit",
    description:
      "Changes, revealed secrets and denied requests in an organization, and who made them.",
  },
  { name: "Organization", description: "An organization's own settings." },
  { name: "Members", description: "The people of an organization, and invitations to it." },
  { name: "Extensions", description: "What an extension can look up about itself." },
  { name: "Platform", description: "Platform APIs that access tokens give access to." },
  {
    name: "Gate",
    description: "What a proxy in front of the platform's APIs asks about each call.",
  },
  { name: "Service keys", description: "Keys of the platform's own backends and gateways." },
  {
    name: "Directory",
    description: "The platform's companies, organizations, people and extensions.",
  },
  { name: "Operators", description: "The state of the installation, for its operators." },
  {
    name: "Platform audit",
    description: "Changes and denied requests on the platform itself, and who made them.",
  },
  { name: "Brand", description: "The installation's name, logo and colors." },
  { name: "Health", description: "For the operators of the service." },
];

/** The parts of the OpenAPI document. */
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
    tags: TAGS,
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

/**
 * Leaves out the bounds of integers that JavaScript sets, and the patterns of timestamps: 300 characters each, for what
 * their format says. Defaults: {@link describeDefault}.
 */
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
