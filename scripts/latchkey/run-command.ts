import { classifyOutage } from "@/lib/core/db/outage";
import { ServiceError, StartupError } from "@/lib/core/errors";
import { nearestName } from "@/lib/core/http/nearest-name";
import { LockError } from "@/lib/core/process/lock.mjs";
import { type Command, UsageError } from "./command";
import { commands } from "./commands";

/** Runs the command that the arguments name, or prints a help; `program` is what people type. @returns the exit code */
export async function runCommand(
  args: readonly string[],
  program: string,
  isPackaged = false,
): Promise<number> {
  const offered = commands.filter(({ development }) => !(development && isPackaged));
  if (args.length === 0 || args[0] === "help" || args[0] === "--help") {
    process.stdout.write(help(program, offered));
    return 0;
  }
  const command = offered.find(({ name }) => args.slice(0, wordsOf(name)).join(" ") === name);
  if (!command) {
    process.stderr.write(unknown(args, program, offered));
    return 1;
  }
  try {
    const run = await command.load();
    return (await run(args.slice(wordsOf(command.name)))) ? 0 : 1;
  } catch (error) {
    const text = explain(error, `Usage: ${program} ${command.name} ${command.usage}`);
    if (text === undefined) throw error;
    process.stderr.write(`${text}\n`);
    return 1;
  }
}

function wordsOf(name: string): number {
  return name.split(" ").length;
}

function help(program: string, offered: readonly Command[]): string {
  const width = Math.max(...offered.map(({ name }) => name.length));
  const lines = offered.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `Usage: ${program} COMMAND\n\n${lines.join("")}`;
}

function unknown(args: readonly string[], program: string, offered: readonly Command[]): string {
  const names = offered.map(({ name }) => name);
  const typedName = args.slice(0, 2).join(" ");
  const nearest = nearestName(typedName, names) ?? nearestName(args[0] ?? "", names);
  const suggestion = nearest === null ? "" : ` Did you mean "${nearest}"?`;
  return `There is no command "${typedName}".${suggestion} Without one, ${program} lists all commands.\n`;
}

/** @returns undefined for an error that people cannot correct */
function explain(error: unknown, usage: string): string | undefined {
  if (error instanceof StartupError || error instanceof LockError) return error.message;
  if (error instanceof ServiceError) return error.message;
  const outage = classifyOutage(error);
  if (outage) return `The database did not do its work: ${outage.reason}. Run the command again.`;
  if (error instanceof UsageError) return [error.message, usage].filter(Boolean).join("\n");
  const isParseError =
    error instanceof TypeError && "code" in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  return isParseError ? `${error.message}\n${usage}` : undefined;
}
