import { processState } from "@/lib/core/process/process-state";
import { makeLog } from "@/lib/core/telemetry/log";

/** Makes this test file's log readable. Call it before anything is logged. */
export function takeLog(): string[] {
  const lines: string[] = [];
  const newLog = makeLog({ write: (line) => void lines.push(line) });
  if (processState("log", () => newLog) !== newLog) throw new Error("The log was made before");
  return lines;
}
