import { z } from "zod";
import {
  listApprovalsQuerySchema,
  scopeApprovalFieldsSchema,
  scopeApprovalListSchema,
  scopeApprovalSchema,
} from "@/lib/directory/approvals/schemas";
import { CLIENT, ofClient } from "@/lib/directory/clients/contract";
import { scopeNameSchema } from "@/lib/directory/scopes/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";

const OF_CLIENT = `${CLIENT}/scopes` as const;
const APPROVAL = `${OF_CLIENT}/{scope}` as const;

const ofApproval = ofClient.extend({
  scope: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Flegal%2Fwrite`.",
    example: "company/legal/write",
  }),
});

const page = {
  status: 200,
  description: "A page of requests and decisions.",
  schema: scopeApprovalListSchema,
} as const;

/** GET scope-approvals. */
export const listScopeApprovalsContract = definePlatformContract({
  operationId: "listScopeApprovals",
  method: "GET",
  path: `${DIRECTORY}/scope-approvals`,
  summary: "List requests for restricted scopes",
  description:
    "Lists the requests of all extensions for restricted scopes, with the decisions. `status=open` lists those that wait for one.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: z.object({}),
  query: listApprovalsQuerySchema,
  success: page,
});

/** GET clients/{client_id}/scopes. */
export const listClientScopeApprovalsContract = definePlatformContract({
  operationId: "listClientScopeApprovals",
  method: "GET",
  path: OF_CLIENT,
  summary: "List an extension's requests for restricted scopes",
  description: "Lists the requests of one extension, with the decisions.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofClient,
  query: listApprovalsQuerySchema,
  success: page,
});

/** GET clients/{client_id}/scopes/{scope}. */
export const getScopeApprovalContract = definePlatformContract({
  operationId: "getScopeApproval",
  method: "GET",
  path: APPROVAL,
  summary: "Fetch an extension's request for a restricted scope",
  description: "Returns one request, with the decision.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofApproval,
  success: { status: 200, description: "The request.", schema: scopeApprovalSchema },
});

/** PUT clients/{client_id}/scopes/{scope}. */
export const putScopeApprovalContract = definePlatformContract({
  operationId: "putScopeApproval",
  method: "PUT",
  path: APPROVAL,
  summary: "Decide whether an extension gets a restricted scope",
  description:
    "Decides a request, changes a decision, or decides without a request. After an approval, the publisher adds the scope to the extension.",
  tag: TAG,
  platformPermission: "extensions:write",
  params: ofApproval,
  body: scopeApprovalFieldsSchema,
  success: {
    status: 200,
    description: "The decision, updated or unchanged.",
    created: "A decision without a request.",
    schema: scopeApprovalSchema,
  },
});
