import { type BigIntStats, promises as files } from "node:fs";
import { parseRules, RulesError } from "@/lib/gate/rules/parse-rules";
import type { GateRule } from "@/lib/gate/rules/rule";

const MAX_BYTES = 1024 * 1024;

/** Reads the rules of a file. @throws RulesError whose message names the file and the error */
export async function readRulesFile(file: string): Promise<readonly GateRule[]> {
  try {
    return parseRules(await readBounded(file));
  } catch (cause) {
    if (!(cause instanceof RulesError)) throw cause;
    throw new RulesError(`${file}: ${cause.message}`, { cause });
  }
}

/** A text that changes whenever the file does: another file under the name, other times, another size. */
export async function versionOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await files.stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    return codeOf(error);
  }
}

async function readBounded(file: string): Promise<Buffer> {
  let stats: BigIntStats;
  let bytes: Buffer;
  try {
    stats = await files.stat(file, { bigint: true });
    if (!stats.isFile()) throw new RulesError("This is not a file.");
    if (stats.size > MAX_BYTES) throw tooLarge();
    bytes = await files.readFile(file);
  } catch (cause) {
    if (cause instanceof RulesError) throw cause;
    throw new RulesError(`The file cannot be read (${codeOf(cause)}).`, { cause });
  }
  // It may have grown in the meantime.
  if (bytes.length > MAX_BYTES) throw tooLarge();
  return bytes;
}

function tooLarge(): RulesError {
  return new RulesError(`The file is larger than ${MAX_BYTES} bytes.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
