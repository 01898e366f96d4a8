import type { Subject } from "@/lib/core/subject";

/** The extension under test and the facts that earlier steps found. */
export type Candidate = {
  organizationId: string;
  clientId: string;
  companyId: number;
  subject: Subject & { companyId: number };
  baseUrl: string;
  /** The person who installs it: an owner or admin of the sandbox company. */
  userId: string;
};

/** The outcome of a step. */
export type StepOutcome = {
  verdict: "passed" | "warning" | "failed" | "skipped";
  message: string;
  fix: string | null;
};

/** One step of the check. If it fails and others depend on it, the run ends. */
export type Step = {
  name: string;
  title: string;
  isFoundation: boolean;
  run: (candidate: Candidate) => Promise<StepOutcome>;
};

/** Everything is fine. */
export function passed(message: string): StepOutcome {
  return { verdict: "passed", message, fix: null };
}

/** It does not work. */
export function failed(message: string, fix: string): StepOutcome {
  return { verdict: "failed", message, fix };
}

/** It works but should be improved. */
export function warning(message: string, fix: string): StepOutcome {
  return { verdict: "warning", message, fix };
}
