import { type ParseArgsConfig, parseArgs } from "node:util";
import { configureEnv, type Env } from "@/lib/core/env/env";
import { runningAddress } from "@/lib/core/process/lock.mjs";
import { shareDatabase } from "@/lib/server/open-database";

export const dataFolder = (): string => process.env.DATA_DIR || ".data";

/** A row of the table of commands. */
export interface Command {
  /** One or two words, as typed. */
  readonly name: string;
  /** Its arguments. Further lines explain them. */
  readonly usage: string;
  /** A description in one line. */
  readonly summary: string;
  /** Works only in a checkout, not in a package. */
  readonly development?: true;
  load(): Promise<Run>;
}

/** Runs a command with the arguments after its name, and says whether it succeeded. @throws UsageError, StartupError */
export type Run = (args: string[]) => Promise<boolean>;

/** Wrong arguments. The message, if any, is printed before the usage. */
export class UsageError extends Error {}

/** The only argument of a command, and its options. @throws UsageError without it, or for more */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [argument, ...others] = positionals;
  if (!argument || others.length > 0) throw new UsageError();
  return { argument, values };
}

/** Does a command's work with the database, beside a running service or without one. @throws StartupError */
export async function withDatabase<T>(
  command: string,
  work: (environment: Env) => Promise<T>,
): Promise<T> {
  const environment = configureEnv(withRunningAddress(process.env));
  const close = await shareDatabase(environment, `latchkey ${command}`);
  return work(environment).finally(close);
}

/** A shell that does not name the service's address gets that of the running service, for the links it prints. */
function withRunningAddress(shell: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PORT, BASE_URL, CLUSTER_URL } = shell;
  const address = PORT || BASE_URL || CLUSTER_URL ? null : runningAddress(dataFolder());
  return address === null ? shell : { ...shell, BASE_URL: address };
}
