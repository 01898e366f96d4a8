import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { processState } from "@/lib/core/process/process-state";
import { redactFields, redactText } from "@/lib/core/telemetry/redact";

/**
 * Creates a logger that writes one JSON object per line and redacts secrets twice: first fields with secret names, then
 * anything in the finished line that looks like a token. Flush it before the process ends on an error.
 *
 * @param destination Where lines go; standard output by default.
 */
export function makeLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactFields(withPlainErrors(fields)),
    },
    hooks: { streamWrite: redactText },
  };
  // One write per line would cost more than many requests do.
  const buffered = { fd: 1, sync: false, periodicFlush: 200, minLength: 16_384, maxWrite: 65_536 };
  return pino(options, destination ?? pino.destination(buffered));
}

/** Errors have no enumerable fields: convert them before redaction, so that their fields are redacted too. */
function withPlainErrors(fields: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(fields).some((value) => value instanceof Error)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? stdSerializers.err(value) : value,
    ]),
  );
}

/** The logger of the process; `server.ts` sets its level from the environment. */
export function log(): Logger {
  return processState("log", () => makeLog());
}
