import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { describeDefault } from "@/lib/api/describe-default";
import type { Endpoint } from "@/lib/api/endpoint";

const DESCRIPTION = `Latchkey registers the OAuth clients of an organization and issues the tokens by which extensions work for seller companies.

Every answer carries \`x-request-id\`; errors repeat it as \`request_id\` and say in \`message\` what to fix.`;

const TAGS = [
  { name: "Clients", description: "The OAuth clients of an organization." },
  { name: "Secrets", description: "A client's secrets: several may be live at a time." },
  { name: "Activity", description: "What a client was issued, refused and granted." },
  {
    name: "Audit",
    description: "Who changed, revealed or was refused what in an organization.",
  },
  { name: "Authorization", description: "The authorization-code flow and its tokens." },
  { name: "Extensions", description: "What an extension asks about itself." },
  { name: "Platform", description: "APIs that access tokens open." },
  { name: "Health", description: "For the operators of the service." },
];

/** What the document is made of. */
export type OpenApiSource = {
  endpoints: readonly Endpoint[];
  /** Origin of this installation. */
  baseUrl: string;
  sessionCookie: string;
};

/** The API of this installation as an OpenAPI 3.1 document. */
export function buildOpenApi({ endpoints, baseUrl, sessionCookie }: OpenApiSource) {
  const document: ZodOpenApiObject = {
    openapi: "3.1.1",
    info: {
      title: "Latchkey",
      version: "1.0",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "An access token: of client_credentials at the organization's token endpoint for the management API, of a seller company for platform APIs.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie,
          description:
            "A member's session of the console. Methods that change something must come from a page of this origin.",
        },
        client: {
          type: "http",
          scheme: "basic",
          description: "base64 of `<API_KEY>:<API_SECRET>`.",
        },
      },
    },
  };
  return createDocument(document, { override: describeDefault });
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { path, method, document } of endpoints) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: document() };
  }
  return paths;
}
