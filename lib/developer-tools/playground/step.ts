import type { ApiRequest } from "@/lib/core/http/api-request";
import type { Subject } from "@/lib/core/subject";
import type { Hidden, PlannedRequest } from "@/lib/developer-tools/playground/planned-request";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { playgroundOutcomes } from "@/lib/developer-tools/playground/schemas";

/** The context of every step of a run. */
export type Setting = {
  clientId: string;
  /** Empty if the client has no live secret; the endpoint then reports it. */
  clientSecret: string;
  subject: Subject & { companyId: number };
  redirectUri: string;
  requiresPkce: boolean;
  /** The signed-in member's session, with its signed cookie; null for a caller without one. */
  session: { id: string; cookie: string } | null;
};

/** The result of a response. */
export type Verdict = {
  outcome: (typeof playgroundOutcomes)[number];
  /** What happened, why, and what to do next. */
  message: string;
  /** The new state of the run; omitted if unchanged. */
  state?: RunState;
  /** Values in the response that must not be shown. */
  received?: readonly Hidden[];
};

/** A request for its real endpoint, and how to read the response. */
export type Move = {
  planned: PlannedRequest;
  endpoint: (request: ApiRequest) => Promise<Response>;
  judge: (answer: ReadAnswer) => Verdict;
};
