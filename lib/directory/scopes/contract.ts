import { z } from "zod";
import {
  directoryScopeListSchema,
  directoryScopeSchema,
  listScopesQuerySchema,
  scopeFieldsSchema,
  scopeNameSchema,
} from "@/lib/directory/scopes/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";

const SCOPES = `${DIRECTORY}/scopes`;
const SCOPE = `${SCOPES}/{name}` as const;

const ofScope = z.object({
  name: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Fgiftcards%2Fread`.",
    example: "company/giftcards/read",
  }),
});

/** GET scopes. */
export const listDirectoryScopesContract = definePlatformContract({
  operationId: "listDirectoryScopes",
  method: "GET",
  path: SCOPES,
  summary: "List scopes",
  description: "Lists the scopes that have a description, by name.",
  tag: TAG,
  platformPermission: "scopes:read",
  params: z.object({}),
  query: listScopesQuerySchema,
  success: { status: 200, description: "A page of scopes.", schema: directoryScopeListSchema },
});

/** GET scopes/{name}. */
export const getDirectoryScopeContract = definePlatformContract({
  operationId: "getDirectoryScope",
  method: "GET",
  path: SCOPE,
  summary: "Fetch a scope",
  description: "Returns one scope.",
  tag: TAG,
  platformPermission: "scopes:read",
  params: ofScope,
  success: { status: 200, description: "The scope.", schema: directoryScopeSchema },
});

/** PUT scopes/{name}. */
export const putDirectoryScopeContract = definePlatformContract({
  operationId: "putDirectoryScope",
  method: "PUT",
  path: SCOPE,
  summary: "Describe a scope",
  description:
    "Creates or changes what sellers read about a scope, and whether it is restricted. Fields that are not sent stay the same. Texts that come with Latchkey can be replaced.",
  tag: TAG,
  platformPermission: "scopes:write",
  params: ofScope,
  body: scopeFieldsSchema,
  success: {
    status: 200,
    description: "The scope, updated or unchanged.",
    created: "The new scope.",
    schema: directoryScopeSchema,
  },
  errors: ["precondition_failed"],
});
