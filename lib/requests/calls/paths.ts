import { z } from "zod";
import { CLIENT_PATH } from "@/lib/clients/paths";
import { companyIdInPath, organizationIdSchema } from "@/lib/core/schemas/id-schema";

export const CLIENT_CALLS = `${CLIENT_PATH}/calls` as const;
export const ORGANIZATION_CALLS =
  "/service/partner/authorization/v1.0/organization/{organization_id}/calls";
export const COMPANY_CALLS = "/service/panel/authentication/v1.0/company/{company_id}/calls";

export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "The organization that owns the clients.",
  }),
});

export const ofCompany = z.object({
  company_id: companyIdInPath.meta({ description: "The company.", example: "42" }),
});

export const PAGES =
  "A filter that few calls match is applied to a limited number of calls per page: a page may have fewer items than `limit`, or none, although `page.has_next` is true.";
export const LINES =
  "Returns all calls that match the filters in one response, newest first. Each export is recorded as `calls.exported` in the organization's audit log, or, for a company, in the platform's. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.";
export const EVENTS =
  'Sends calls as server-sent events while they happen, each with the event name `call` and a call as JSON, within a second of the call. A call is sent again when its status arrives later; its `request_id` tells. `gap` says that there were too many calls to send each, and `end` that access has ended (`{"reason": "access_ended"}`) or that the server restarts (`restart`). After a lost connection, `Last-Event-ID` continues with the calls of the last five minutes. Each process serves a limited number of such connections and answers 503 with `Retry-After` above it.';
