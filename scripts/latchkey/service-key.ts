import { parseArgs } from "node:util";
import { type KeyCommand, runKeyCommand } from "@/lib/clients/service-keys/run-key-command";
import { UsageError, withDatabase } from "./command";

/** Creates, lists, rotates, or revokes service keys and prints the result. */
export async function run(args: string[]): Promise<boolean> {
  const command = readCommand(args);
  const printed = await withDatabase("service-key", ({ clusterUrl }) =>
    runKeyCommand(command, `${clusterUrl}/service/panel/authentication/v1.0/platform/oauth/token`),
  );
  process.stdout.write(printed);
  return true;
}

function readCommand(args: string[]): KeyCommand {
  const text = { type: "string" } as const;
  const options = { list: { type: "boolean" }, rotate: text, overlap: text, revoke: text } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { list, rotate, revoke, overlap } = values;
  const [name, ...scopes] = positionals;
  const commands: KeyCommand[] = [
    ...(name ? [{ kind: "create" as const, name, scopes }] : []),
    ...(list ? [{ kind: "list" as const }] : []),
    ...(rotate ? [{ kind: "rotate" as const, id: rotate, overlap }] : []),
    ...(revoke ? [{ kind: "revoke" as const, id: revoke }] : []),
  ];
  const [command] = commands;
  if (!command || commands.length > 1 || (overlap && !rotate)) throw new UsageError();
  return command;
}
