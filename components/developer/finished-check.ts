import type { AnswerOf } from "@/lib/api-client/operation-types";

/** What a check came to. */
export type ConformanceReport = AnswerOf<"runConformanceCheck">;

/** A finished check: where it ran, and when it ended. */
export interface FinishedCheck {
  report: ConformanceReport;
  address: string;
  endedAt: Date;
}
