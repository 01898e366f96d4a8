import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { vi } from "vitest";

const DECLARES_STATEMENT = /\b(?:sql|batch|\w*statements?)[<(]/i;
const LIB = resolve("lib");

/**
 * Every statement that the modules of `lib` declare, by name. Loads these modules again: tests that ran before in this
 * process have declared statements, too.
 */
export async function loadProductStatements() {
  vi.resetModules();
  const { declaredStatements } = await import("@/lib/core/db/declared-sql");
  const modules = readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(LIB, file))
    .filter((file) => DECLARES_STATEMENT.test(readFileSync(file, "utf8")));
  await Promise.all(modules.map((file) => import(/* @vite-ignore */ file)));
  return declaredStatements();
}
