import type { AnswerOf } from "@/lib/api/client/operation-types";

export type ConformanceReport = AnswerOf<"runConformanceCheck">;

/** A finished check with its URL and time. */
export interface FinishedCheck {
  report: ConformanceReport;
  address: string;
  endedAt: Date;
}
