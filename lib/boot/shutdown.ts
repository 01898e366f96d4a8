import { log } from "@/lib/log";

/** Ends what a process started. */
export interface Shutdown {
  /** Registers what must end; the last registered ends first. */
  add(close: () => unknown): void;
  /** Ends everything, once, and then the process. A second call waits for the first. */
  run(exitCode: number): Promise<never>;
}

/** Collects what a process starts, so that it can end in the opposite order. */
export function createShutdown(): Shutdown {
  const closers: (() => unknown)[] = [];
  let running: Promise<never> | undefined;
  return {
    add(close) {
      closers.push(close);
    },
    run(exitCode) {
      running ??= closeAll(closers).then((clean) => process.exit(clean ? exitCode : 1));
      return running;
    },
  };
}

/** One that fails must not keep the others from ending. @returns Whether all ended well. */
async function closeAll(closers: (() => unknown)[]): Promise<boolean> {
  let clean = true;
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (err) {
      clean = false;
      log().error({ err }, "could not be stopped");
    }
  }
  log().flush();
  return clean;
}
