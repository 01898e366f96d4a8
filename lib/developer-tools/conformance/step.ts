import type { Subject } from "@/lib/kernel/subject";

/** The extension under check and what the steps learned of it so far. */
export type Candidate = {
  organizationId: string;
  clientId: string;
  companyId: number;
  subject: Subject & { companyId: number };
  baseUrl: string;
  /** Who installs it: an owner or admin of the sandbox company. */
  userId: string;
};

/** What a step saw. */
export type StepOutcome = {
  verdict: "passed" | "warning" | "failed" | "skipped";
  message: string;
  fix: string | null;
};

/** One step of the check. A failed one that others build upon ends the run. */
export type Step = {
  name: string;
  title: string;
  isFoundation: boolean;
  run: (candidate: Candidate) => Promise<StepOutcome>;
};

/** All is well. */
export function passed(message: string): StepOutcome {
  return { verdict: "passed", message, fix: null };
}

/** It does not work. */
export function failed(message: string, fix: string): StepOutcome {
  return { verdict: "failed", message, fix };
}

/** It works, but should be better. */
export function warning(message: string, fix: string): StepOutcome {
  return { verdict: "warning", message, fix };
}
