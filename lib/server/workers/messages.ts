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

/** Questions to another process, which it answers in messages. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  /**
   * Waits for the answer to a question.
   * @param send sends the question with this id, which its answer repeats
   */
  ask(send: (id: number) => void): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(id);
    });
  }

  /** Takes an answer. Only the first one to a question counts. */
  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
