import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { bundle } from "./bundle.mjs";

/**
 * Runs a benchmark of many rows with a count, and `--folder path` for databases that stay. Exits with 1 if something
 * gets too slow.
 *
 * @param {string[]} args
 * @param {{entry: string, run: string, count: number, fewest: number, usage: string}} bench `entry`: its module, for
 *   example `bench/calls/grow-calls.ts`; `run`: the function it exports; `count`: rows, by default; `usage`: its name
 *   and arguments
 */
export async function runSizesBench(args, { entry, run, count: byDefault, fewest, usage }) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { folder: { type: "string" } },
  });
  const count = Number(positionals[0] ?? byDefault);
  if (positionals.length > 1 || !Number.isInteger(count) || count < fewest) {
    process.stderr.write(`Usage: npm run bench -- ${usage}\n`);
    process.exit(1);
  }
  const outfile = `dist/bench/${basename(entry, ".ts")}.mjs`;
  await build();
  await bundle(entry, outfile);
  const module = await import(pathToFileURL(resolve(outfile)).href);
  const folder = values.folder && resolve(values.folder);
  process.exitCode = (await module[run](count, folder)) ? 0 : 1;
}
