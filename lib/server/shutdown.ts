import { waitAtMost } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";

/** Phases of a shutdown, in order: traffic stops before the workers, and the database last. */
const PHASES = ["requests", "workers", "database", "lock"] as const;
type Phase = (typeof PHASES)[number];

/** When a phase must be over, as a fraction of the total time. */
const OVER: Readonly<Record<Phase, number>> = {
  requests: 0.6,
  workers: 0.7,
  database: 0.9,
  lock: 0.95,
};
/** How long a start in progress may continue, as a fraction of the total time. */
const START_OVER = 0.4;
const DEFAULT_SECONDS = 10;

/** Ends one thing within a limit in milliseconds; after that it is abandoned. */
export type Close = (withinMs: number) => unknown;

/** Ends everything a process started. */
export type Shutdown = ReturnType<typeof createShutdown>;

/** Collects what a process starts, so that it can end in order and in time. @param exit Ends the process. */
export function createShutdown(exit: (code: number) => never = endProcess) {
  const closers = new Map<Phase, Close[]>(PHASES.map((phase) => [phase, []]));
  let limitMs = DEFAULT_SECONDS * 1000;
  let running: Promise<never> | undefined;
  const endAll = async (exitCode: number, start: Promise<unknown>) => {
    // The process ends even if something blocks.
    const deadline = setTimeout(() => exit(1), limitMs);
    const clean = await closeAll(closers, limitMs, start);
    clearTimeout(deadline);
    return exit(clean ? exitCode : 1);
  };
  return {
    /** Registers something that must end. */
    add(phase: Phase, close: Close): void {
      closers.get(phase)?.push(close);
    },
    /** Sets the total time. */
    limit(seconds: number): void {
      limitMs = seconds * 1000;
    },
    /** Ends everything once, after the `start` in progress, and then the process: with 1 if something failed. */
    run(exitCode: number, start: Promise<unknown> = Promise.resolve()): Promise<never> {
      running ??= endAll(exitCode, start);
      return running;
    },
  };
}

/** @returns Whether everything ended well and in time. */
async function closeAll(
  closers: ReadonlyMap<Phase, readonly Close[]>,
  limitMs: number,
  start: Promise<unknown>,
): Promise<boolean> {
  const begin = performance.now();
  await waitAtMost(start, START_OVER * limitMs);
  const clean: boolean[] = [];
  for (const [phase, all] of closers) {
    const leftMs = () => Math.max(0, begin + OVER[phase] * limitMs - performance.now());
    clean.push(...(await Promise.all(all.map((close) => closeOne(phase, close, leftMs())))));
  }
  return clean.every(Boolean);
}

/** A failure must not keep other parts from ending. */
async function closeOne(phase: Phase, close: Close, withinMs: number): Promise<boolean> {
  try {
    if (await waitAtMost(Promise.resolve(withinMs).then(close), withinMs)) return true;
    log().error({ phase }, "did not stop in time");
  } catch (err) {
    log().error({ err, phase }, "could not be stopped");
  }
  return false;
}

function endProcess(exitCode: number): never {
  log().flush();
  process.exit(exitCode);
}
