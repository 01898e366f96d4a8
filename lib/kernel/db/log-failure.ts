import { reportOutage } from "@/lib/kernel/db/database-health";
import { classifyOutage } from "@/lib/kernel/db/outage";
import { log } from "@/lib/kernel/log";

/**
 * Logs that something failed which answers nobody: with its stack trace, unless the database is out of
 * reach, which is one outage and not as many faults.
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
