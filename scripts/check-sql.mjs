// Checks that the SQL of the product has named parameters (:scopes) and no positions ($1).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findPositions } from "./sql/find-positions.mjs";
import { say } from "./step.mjs";

// Its message quotes a position.
const COMPILER = "lib/core/db/compile-sql.ts";

const files = execFileSync("git", ["ls-files", "lib", "scripts", "server.ts"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .filter((file) => file !== COMPILER);

const positions = files.flatMap((file) => findPositions(file, readFileSync(file, "utf8")));
for (const place of positions) process.stderr.write(`${place}\n`);
say(`${files.length} modules`);
process.exitCode = positions.length === 0 ? 0 : 1;
