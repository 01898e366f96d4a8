import type { Instrumentation } from "next";
import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";

/**
 * Reports an outage of the database that made a page fail, because only Next sees the error. The request listener then
 * responds with 503 instead of 500.
 */
export const onRequestError: Instrumentation.onRequestError = (thrown, { headers }) => {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, { request_id: headers[REQUEST_ID_HEADER] });
};
