import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { declaredStatements } from "@/lib/core/db/sql";

const DECLARES_STATEMENT = /\b(?:sql|batch|\w*statements?)[<(]/i;
const LIB = resolve("lib");

/** Tests that ran before in this process have declared statements, too; each has this in its name. */
const OF_TEST = /-test\b/;

/** Every statement that the modules of `lib` declare, by name. */
export async function loadProductStatements() {
  const modules = readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(LIB, file))
    .filter((file) => DECLARES_STATEMENT.test(readFileSync(file, "utf8")));
  await Promise.all(modules.map((file) => import(/* @vite-ignore */ file)));
  return [...declaredStatements()].filter(([name]) => !OF_TEST.test(name));
}
