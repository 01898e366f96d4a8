import type { playgroundOutcomes } from "@/lib/developer-tools/playground/contract";
import type { Hidden, PlannedRequest } from "@/lib/developer-tools/playground/planned-request";
import type { ReadAnswer } from "@/lib/developer-tools/playground/present-answer";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { Subject } from "@/lib/kernel/subject";

/** What every step of a run knows. */
export type Setting = {
  clientId: string;
  /** Empty when the client has none that lives; the endpoint says so. */
  clientSecret: string;
  subject: Subject & { companyId: number };
  redirectUri: string;
  requiresPkce: boolean;
  /** The signed-in member's session cookie, signed; null for a caller without one. */
  sessionCookie: string | null;
};

/** What an answer came to. */
export type Verdict = {
  outcome: (typeof playgroundOutcomes)[number];
  /** What happened, why, and what to do next. */
  message: string;
  /** The run from now on; left out when nothing changed. */
  state?: RunState;
  /** What the answer brought that must not be shown. */
  received?: readonly Hidden[];
  consentUrl?: string;
};

/** A request ready to be made by the endpoint that answers it, and how to read the answer. */
export type Move = {
  planned: PlannedRequest;
  endpoint: (request: Request) => Promise<Response>;
  judge: (answer: ReadAnswer) => Verdict;
};
