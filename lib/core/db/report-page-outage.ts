import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";

/**
 * Reports an outage of the database that made a page fail. The request listener then responds with 503 instead of 500.
 * @param headers of the request
 */
export function reportPageOutage(
  thrown: unknown,
  headers: Record<string, string | string[] | undefined>,
): void {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, { request_id: headers[REQUEST_ID_HEADER] });
}
