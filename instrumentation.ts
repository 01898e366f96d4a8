import type { Instrumentation } from "next";
import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";

/**
 * Notes that a page failed because of the database, which only Next would know otherwise. The listener then responds
 * with 503 instead of 500.
 */
export const onRequestError: Instrumentation.onRequestError = (thrown, { headers }) => {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, { request_id: headers[REQUEST_ID_HEADER] });
};
