import { reportOutage } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { log } from "@/lib/core/log";

/**
 * Logs a failure that has no request to report it to: with its stack trace, unless the database is out of reach, which
 * counts as one outage.
 *
 * @param fields For the line, such as `request_id`.
 */
export function logFailure(
  thrown: unknown,
  message: string,
  fields: Record<string, unknown> = {},
): void {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, fields);
  else log().error({ err: thrown, ...fields }, message);
}
