import type { ErrorCode } from "@/lib/core/errors";
import { processState } from "@/lib/core/process/process-state";

/** What is found out about a request while it is answered, for its log line and the metrics. */
export type LogFacts = {
  /** The id of the operation that answers it. */
  operation?: string;
  error?: ErrorCode;
  /** The client or service key that authenticated. */
  clientId?: string | null;
  /** The company that the request is about or that its caller acts for. */
  companyId?: number | null;
  organizationId?: string | null;
};

const current = (): Map<string, LogFacts> => processState("log-facts", () => new Map());

/**
 * Collects facts about a request until {@link endLogFacts}: by its id, because some handlers run in the other copy of `lib`.
 * Of two requests at once with an id that a caller chose, the second one's facts go nowhere.
 */
export function beginLogFacts(requestId: string): LogFacts {
  const facts: LogFacts = {};
  if (!current().has(requestId)) current().set(requestId, facts);
  return facts;
}

/** Adds facts about a request that the server handles. */
export function noteLogFacts(requestId: string, facts: LogFacts): void {
  const noted = current().get(requestId);
  if (noted) Object.assign(noted, facts);
}

export function endLogFacts(requestId: string): void {
  current().delete(requestId);
}
