import { z } from "zod";
import type { ProcessReport } from "@/lib/core/process-reports";
import type { GateRule } from "@/lib/gate/rules/rule";

// The other end is this program, which has checked what it sends.
const rules = z.custom<readonly GateRule[]>(Array.isArray);
const reports = z.custom<readonly ProcessReport[]>(Array.isArray);
const metrics = z.custom<ProcessReport["metrics"]>(Array.isArray);

/** The gate's rules in force, as the primary read them. */
const rulesSchema = z.object({
  rules,
  problem: z.object({ message: z.string(), since: z.date() }).nullable(),
});
/** @see rulesSchema */
export type SentRules = z.output<typeof rulesSchema>;

/** The settings that a worker needs before it can serve. */
const settingsSchema = z.object({
  worker: z.number(),
  databaseUrl: z.string(),
  migrations: z.array(z.string()).readonly(),
  /** null without a rules file. */
  gate: rulesSchema.nullable(),
});
/** @see settingsSchema */
export type WorkerSettings = z.output<typeof settingsSchema>;

/** Messages from the primary to a worker. */
export const toWorkerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("start"), settings: settingsSchema }),
  z.object({ kind: z.literal("rules"), gate: rulesSchema }),
  z.object({ kind: z.literal("measure"), id: z.number() }),
  z.object({ kind: z.literal("reports"), id: z.number(), reports }),
  z.object({ kind: z.literal("stop") }),
]);
/** @see toWorkerSchema */
export type ToWorker = z.output<typeof toWorkerSchema>;

/** Messages from a worker to the primary. */
export const toPrimarySchema = z.discriminatedUnion("kind", [
  /** It has loaded and can read messages. */
  z.object({ kind: z.literal("loaded") }),
  /** It serves. */
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("measured"), id: z.number(), metrics }),
  z.object({ kind: z.literal("collect"), id: z.number() }),
]);
/** @see toPrimarySchema */
export type ToPrimary = z.output<typeof toPrimarySchema>;
