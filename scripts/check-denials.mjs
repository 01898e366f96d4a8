// Checks that a test cites each line of docs/denials.md ("security 28: …"), and that each citation is of a line.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { print } from "./step.mjs";

const ROW = /^\| (\d+) \| /gm;
// In the first argument of describe, it, test, or their `each`, or in the first cell of a row.
const CITATION = /[([]\s*["'`][^"'`]*\bsecurity (\d+(?:(?:, | and | to )\d+)*)/g;

const lines = [...readFileSync("docs/denials.md", "utf8").matchAll(ROW)].map(([, line]) =>
  Number(line),
);
const tests = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "*.spec.ts"], {
  encoding: "utf8",
});
const citations = tests
  .trim()
  .split("\n")
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(CITATION)].map(([, text]) => ({
      file,
      cited: numbersIn(text),
    })),
  );
const cited = new Set(citations.flatMap((citation) => citation.cited));
const problems = [
  ...lines.filter((line) => !cited.has(line)).map((line) => `No test cites "security ${line}".`),
  ...citations.flatMap((citation) =>
    citation.cited
      .filter((line) => !lines.includes(line))
      .map((line) => `${citation.file} cites line ${line}, which docs/denials.md does not have.`),
  ),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
print(`${lines.length} lines with ${citations.length} citations`);
process.exitCode = problems.length === 0 && lines.length > 0 ? 0 : 1;

/** "3 to 6" names all four. */
function numbersIn(text) {
  const numbers = text.match(/\d+/g).map(Number);
  if (!text.includes(" to ")) return numbers;
  const [first, last] = numbers;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
