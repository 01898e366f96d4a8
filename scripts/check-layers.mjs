// Checks every import of the product against the layers and rules in .config/layers.mjs.
import { execFileSync } from "node:child_process";
import { findViolations } from "./layers/find-violations.mjs";
import { say } from "./step.mjs";

const files = execFileSync("git", ["ls-files", "lib", "app", "components", "server.ts"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file));

const { violations, imports } = findViolations(process.cwd(), files);
for (const violation of violations) process.stderr.write(`${violation}\n`);
say(`${files.length} modules with ${imports} imports`);
// A parser that no longer sees imports would make the tree look clean.
process.exitCode = violations.length === 0 && imports > files.length ? 0 : 1;
