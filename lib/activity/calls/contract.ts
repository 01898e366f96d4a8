import { z } from "zod";
import {
  exportCallsQuerySchema,
  exportClientCallsQuerySchema,
  listCallsQuerySchema,
  listClientCallsQuerySchema,
  liveCallsQuerySchema,
  liveClientCallsQuerySchema,
} from "@/lib/activity/calls/query-schemas";
import { callListSchema, callSchema } from "@/lib/activity/calls/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineCompanyContract, defineContract } from "@/lib/kernel/http/contract";
import { companyIdInPath, organizationIdSchema } from "@/lib/kernel/schemas/id-schema";

const CLIENT_CALLS = `${CLIENT_PATH}/calls` as const;
const ORGANIZATION_CALLS =
  "/service/partner/authorization/v1.0/organization/{organization_id}/calls";
const COMPANY_CALLS = "/service/panel/authentication/v1.0/company/{company_id}/calls";

const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "The organization that owns the clients.",
  }),
});

const ofCompany = z.object({
  company_id: companyIdInPath.meta({ description: "The company.", example: "42" }),
});

const PAGES =
  "A filter that few calls match is applied to a limited number of calls per page: a page may have fewer items than `limit`, or none, although `page.has_next` is true.";
const LINES =
  "Returns all calls that match the filters in one response, newest first. Each export is recorded as `calls.exported` in the organization's audit log, or, for a company, in the platform's. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.";
const EVENTS =
  'Sends calls as server-sent events while they happen, each with the event name `call` and a call as JSON, within a second of the call. A call is sent again when its status arrives later; its `request_id` tells. `gap` says that there were too many calls to send each, and `end` that access has ended (`{"reason": "access_ended"}`) or that the server restarts (`restart`). After a lost connection, `Last-Event-ID` continues with the calls of the last five minutes. Each process serves a limited number of such connections and answers 503 with `Retry-After` above it.';

const list = { status: 200, description: "A page of calls.", schema: callListSchema } as const;
const file = {
  status: 200,
  description: "The calls as a file.",
  schema: callSchema,
  jsonType: "application/x-ndjson",
  otherType: "text/csv",
} as const;
const stream = {
  status: 200,
  description: "The calls as they happen.",
  schema: callSchema,
  jsonType: "text/event-stream",
} as const;

/** GET prefix/{client_id}/calls. */
export const listClientCallsContract = defineContract({
  operationId: "listClientCalls",
  method: "GET",
  path: CLIENT_CALLS,
  summary: "List a client's calls",
  description: `Lists the calls of platform APIs with the client's tokens, newest first, allowed and denied. ${PAGES}`,
  tag: "Calls",
  permission: "clients:read",
  params: ofClient,
  query: listClientCallsQuerySchema,
  success: list,
});

/** GET prefix/{client_id}/calls/export. */
export const exportClientCallsContract = defineContract({
  operationId: "exportClientCalls",
  method: "GET",
  path: `${CLIENT_CALLS}/export`,
  summary: "Export a client's calls",
  description: LINES,
  tag: "Calls",
  permission: "clients:read",
  params: ofClient,
  query: exportClientCallsQuerySchema,
  success: file,
});

/** GET prefix/{client_id}/calls/live. */
export const watchClientCallsContract = defineContract({
  operationId: "watchClientCalls",
  method: "GET",
  path: `${CLIENT_CALLS}/live`,
  summary: "Watch a client's calls",
  description: EVENTS,
  tag: "Calls",
  permission: "clients:read",
  params: ofClient,
  query: liveClientCallsQuerySchema,
  success: stream,
});

/** GET …/organization/{organization_id}/calls. */
export const listOrganizationCallsContract = defineContract({
  operationId: "listOrganizationCalls",
  method: "GET",
  path: ORGANIZATION_CALLS,
  summary: "List the calls of all clients",
  description: `Lists the calls of all clients of the organization, including deleted ones, newest first. ${PAGES}`,
  tag: "Calls",
  permission: "clients:read",
  params: ofOrganization,
  query: listCallsQuerySchema,
  success: list,
});

/** GET …/organization/{organization_id}/calls/export. */
export const exportOrganizationCallsContract = defineContract({
  operationId: "exportOrganizationCalls",
  method: "GET",
  path: `${ORGANIZATION_CALLS}/export`,
  summary: "Export the calls of all clients",
  description: LINES,
  tag: "Calls",
  permission: "clients:read",
  params: ofOrganization,
  query: exportCallsQuerySchema,
  success: file,
});

/** GET …/organization/{organization_id}/calls/live. */
export const watchOrganizationCallsContract = defineContract({
  operationId: "watchOrganizationCalls",
  method: "GET",
  path: `${ORGANIZATION_CALLS}/live`,
  summary: "Watch the calls of all clients",
  description: EVENTS,
  tag: "Calls",
  permission: "clients:read",
  params: ofOrganization,
  query: liveCallsQuerySchema,
  success: stream,
});

/** GET …/company/{company_id}/calls. */
export const listCompanyCallsContract = defineCompanyContract({
  operationId: "listCompanyCalls",
  method: "GET",
  path: COMPANY_CALLS,
  summary: "List the calls for a company",
  description: `Lists the calls that extensions made with tokens of this company, newest first, allowed and denied. ${PAGES}`,
  tag: "Calls",
  platformPermission: "log:read",
  forSellers: true,
  params: ofCompany,
  query: listCallsQuerySchema,
  success: list,
});

/** GET …/company/{company_id}/calls/export. */
export const exportCompanyCallsContract = defineCompanyContract({
  operationId: "exportCompanyCalls",
  method: "GET",
  path: `${COMPANY_CALLS}/export`,
  summary: "Export the calls for a company",
  description: LINES,
  tag: "Calls",
  platformPermission: "log:read",
  forSellers: true,
  params: ofCompany,
  query: exportCallsQuerySchema,
  success: file,
});
