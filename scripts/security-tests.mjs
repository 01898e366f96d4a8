// npm run docs:security: writes docs/security-tests.md, which test protects which line of
// docs/refusals.md. With --check it only says whether the file is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const REFUSALS = "docs/refusals.md";
const REPORT = "docs/security-tests.md";
const FOLDERS = ["app", "components", "e2e", "lib", "scripts"];
const TEST_FILE = /\.(?:test|spec)\.tsx?$/;

const ROW = /^\| (?<number>\d+) \| (?<comes>.+?) \| (?<happens>.+) \|$/;
// A name is the first argument of describe, it or test, or of their `each`, or begins a row of it.
const NAME =
  /[([]\s*(?<quote>["'`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*\bsecurity \d(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>\s*,/gs;
// A name inside a describe: the string before the function of a test.
const INNER_NAME =
  /\(\s*(?<quote>["'`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>,\s*(?:async )?\(/gs;
const KEYWORD = /\b(?:describe|it|test)(?=[.(])/g;
const LEFT_OPEN = "…";
const CITATION = /\bsecurity (?<numbers>\d+(?:(?:, | and | to )\d+)*):?\s*/;

/** @typedef {{ number: number, section: string, comes: string, happens: string }} Refusal */
/** @typedef {{ file: string, name: string, numbers: number[], inner: string[] }} Citation */

/** @returns {Refusal[]} */
function readRefusals() {
  let section = "";
  return readFileSync(REFUSALS, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("## ")) section = line.slice(3);
      const row = ROW.exec(line)?.groups;
      return row ? [{ ...row, section, number: Number(row.number) }] : [];
    });
}

/** @returns {Citation[]} */
function readCitations() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((at) => join(folder, at)),
  )
    .filter((file) => TEST_FILE.test(file))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return [...source.matchAll(NAME)].map(({ index, groups: { name } }) => ({
        file,
        name: plain(name),
        numbers: numbersOf(name),
        inner: innerNames(source, index),
      }));
    });
}

/** @returns {string[]} The tests inside, where the name at this place is that of a describe. */
function innerNames(source, index) {
  const keyword = source
    .slice(0, index + 1)
    .match(KEYWORD)
    ?.at(-1);
  if (keyword !== "describe") return [];
  const block = source.slice(index, source.indexOf("\n});", index));
  const [, ...inner] = [...block.matchAll(INNER_NAME)].map(({ groups: { name } }) => plain(name));
  return inner.filter((name) => name !== LEFT_OPEN);
}

/** @param {string} name "security 3 to 6: …" names all four. */
function numbersOf(name) {
  const { numbers } = CITATION.exec(name).groups;
  const named = numbers.match(/\d+/g).map(Number);
  if (!numbers.includes(" to ")) return named;
  const [first, last] = named;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param {string} name As in the source; what is filled in at run time is left open. */
function plain(name) {
  return name
    .replace(/^security [^:]*: /, "")
    .replace(/\$\{[^}]*\}|%[sj]|\$[\w.]+/g, LEFT_OPEN)
    .replace(/\\(["'`])/g, "$1");
}

/** @param {Refusal[]} refusals @param {Citation[]} citations */
function writeReport(refusals, citations) {
  const lines = [
    "# What tests prove the refusals",
    "",
    "Made by `npm run docs:security` from the names of tests; not to be edited. Each number is a line of",
    "[refusals.md](refusals.md); below it stand the tests that cite it, by file and name.",
  ];
  let section = "";
  for (const refusal of refusals) {
    if (refusal.section !== section) lines.push("", `## ${refusal.section}`);
    section = refusal.section;
    const { number, comes, happens } = refusal;
    lines.push("", `**${number}.** ${comes}: ${happens.replace(/\(\[ADR.*?\)\)/, "").trim()}`, "");
    for (const cited of citations.filter(({ numbers }) => numbers.includes(number))) {
      lines.push(`- \`${cited.file}\`: ${cited.name}`);
      lines.push(...cited.inner.map((name) => `  - ${name}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** @param {Refusal[]} refusals @param {Citation[]} citations @returns {string[]} */
function findProblems(refusals, citations) {
  const known = new Set(refusals.map(({ number }) => number));
  const cited = new Set(citations.flatMap(({ numbers }) => numbers));
  return [
    ...[...known].filter((n) => !cited.has(n)).map((n) => `No test cites "security ${n}".`),
    ...citations
      .filter(({ numbers }) => numbers.some((number) => !known.has(number)))
      .map(({ file, name }) => `${file} cites a number that ${REFUSALS} does not have: ${name}`),
  ];
}

/** @param {string} text */
function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

const refusals = readRefusals();
const citations = readCitations();
const report = writeReport(refusals, citations);
for (const problem of findProblems(refusals, citations)) fail(problem);
if (!process.argv.includes("--check")) writeFileSync(REPORT, report);
else if (!existsSync(REPORT) || readFileSync(REPORT, "utf8") !== report) {
  fail(`${REPORT} is not up to date: run npm run docs:security.`);
}
