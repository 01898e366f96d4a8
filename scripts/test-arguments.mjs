import { parseArgs } from "node:util";

const USAGE = "Usage: npm test -- [--changed | --unit | --e2e] [--shard 1/3]\n";
const SHARD = /^([1-9]\d*)\/([1-9]\d*)$/;

/**
 * Reads the arguments of `npm test`. Exits with 1 if they are wrong.
 *
 * @param {string[]} args
 * @returns {{kind: "changed" | "unit" | "e2e" | "all", shard: string | undefined}} `shard` for example `1/3`
 */
export function readTestArguments(args) {
  const flag = { type: "boolean", default: false };
  const options = { changed: flag, unit: flag, e2e: flag, shard: { type: "string" } };
  try {
    const { shard, ...flags } = parseArgs({ args, options }).values;
    const [kind = "all", ...others] = Object.keys(flags).filter((name) => flags[name]);
    const [, part, parts] = (shard && SHARD.exec(shard)) ?? [];
    const isShard = shard === undefined || (part && Number(part) <= Number(parts));
    const fits = others.length === 0 && isShard && !(shard && kind === "changed");
    if (fits) return { kind, shard };
    process.stderr.write(USAGE);
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
  }
  process.exit(1);
}
