import { z } from "zod";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";

export const ORGANIZATION_REQUESTS =
  "/service/partner/authorization/v1.0/organization/{organization_id}/requests";
export const PLATFORM_REQUESTS = "/service/panel/authentication/v1.0/platform/requests";

/** The parameter of one request. */
export const requestInPath = {
  request_id: z
    .string()
    .refine((text) => parseEntryId(text) !== null, "must be the id of a request")
    .meta({
      description:
        "The id of the request, or the `id` of its entry in the list. Callers may send an `x-request-id` that another request has; it then leads to the first of these requests.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
};

export const LIST =
  "Lists requests of the authorization flow and calls of platform APIs, newest first: what was issued or allowed, and what was denied, by which check. A filter that few requests match is applied to a limited number per page: a page may have fewer items than `limit`, or none, although `page.has_next` is true.";
export const ONE =
  "Returns one request with what was sent (redacted), how it differs from what is registered, the likely fix, and what happened with this client for the same company before.";
export const FIGURES =
  "Counts requests over time, the denied ones by the check that failed, with the same counts of the period before, and how long calls take.";
export const EXPORT =
  "Returns all requests that match the filters in one response, newest first. Each export is recorded as `requests.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.";
export const LIVE =
  'Sends requests as server-sent events while they happen, each with the event name `request` and a request as JSON, within about a second. A call is sent again when its status arrives later; its `request_id` tells. `gap` says that there were too many to send each, and `end` that access has ended (`{"reason": "access_ended"}`) or that the server restarts (`restart`). After a lost connection, `Last-Event-ID` continues with those of the last five minutes. Each process serves a limited number of such connections and answers 503 with `Retry-After` above it.';
