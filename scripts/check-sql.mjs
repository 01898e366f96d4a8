// Checks that the SQL of the product is declared with sql or batch, and has named parameters (:scopes).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findBypasses } from "./sql/find-bypasses.mjs";
import { say } from "./step.mjs";

// Its message quotes a position.
const COMPILER = "lib/core/db/declared-sql.ts";

const files = execFileSync("git", ["ls-files", "lib", "scripts", "server.ts"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .filter((file) => file !== COMPILER);

const bypasses = files.flatMap((file) => findBypasses(file, readFileSync(file, "utf8")));
for (const place of bypasses) process.stderr.write(`${place}\n`);
say(`${files.length} modules`);
process.exitCode = bypasses.length === 0 ? 0 : 1;
