import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeErrors } from "@/lib/core/http/describe-errors";

const DESCRIPTION = `Stores what the platform already has, one JSON object per line (NDJSON): \`company\`, \`company_member\`, \`organization\`, \`organization_member\`, \`user\`, \`scope\`, \`client\`, \`grant\`, \`refresh_token\` and \`access_token\` records. Lines take effect in their order, and a bad line does not affect the others. Sending a record again changes nothing.

Returns one JSON object per line: \`line\`, \`status\` (\`created\`, \`updated\`, \`unchanged\` or \`failed\`) and, for a failed line, its \`type\` and ids, \`error\`, and \`caused_by_line\` if an earlier line is the cause. A request has at most 100,000 lines of at most 64 KB, may pause for 10 seconds, and sends at least 100 bytes a second on average. An import that ends early says why and where to go on in its last line: \`error\` and \`next_line\`. A caller runs at most four imports in a process at the same time.

Each record needs the scope of its PUT; clients, grants and tokens need \`platform/clients/write\`, and \`platform/directory/write\` as well if their scopes carry a permission.`;

type Description = ZodOpenApiOperationObject & { operationId: string };

/** The OpenAPI description of the import. */
export const importDescription: Description = {
  operationId: "importRecords",
  summary: "Import records",
  description: DESCRIPTION,
  tags: ["Directory"],
  security: [
    { bearer: ["platform/directory/write"] },
    { bearer: ["platform/clients/write"] },
    { bearer: ["platform/scopes/write"] },
    { session: [] },
  ],
  requestParams: {
    query: z.object({
      dry_run: z
        .enum(["true", "false"])
        .optional()
        .meta({ description: "`true` reports what would happen and changes nothing." }),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/x-ndjson": {
        schema: { type: "string" },
        example: '{"type":"company","company_id":42,"name":"Acme Retail"}\n',
      },
    },
  },
  responses: {
    "200": {
      description: "A result per line.",
      content: {
        "application/x-ndjson": {
          schema: { type: "string" },
          example: '{"line":1,"status":"created"}\n',
        },
      },
    },
    ...describeErrors("management", [
      "invalid_request",
      "unauthenticated",
      "invalid_token",
      "forbidden",
      "insufficient_scope",
      "unsupported_media_type",
      "temporarily_unavailable",
    ]),
  },
};
