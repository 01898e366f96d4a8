// npm run docs:security prints the tests for each line of docs/denials.md. With --check it only reports lines that no
// test cites and citations of lines that do not exist.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DENIALS = "docs/denials.md";
const FOLDERS = ["app", "components", "e2e", "lib", "scripts", "test"];
const TEST_FILE = /\.(?:test|spec)\.tsx?$/;

const ROW = /^\| (?<number>\d+) \| (?<input>.+?) \| (?<response>.+) \|$/;
// A name is the first argument of describe, it, test, or their `each`, or the first cell of a row.
const NAME =
  /[([]\s*(?<quote>["'`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*\bsecurity \d(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>\s*,/gs;
// A name inside a describe: the string before a test's function.
const INNER_NAME =
  /\(\s*(?<quote>["'`])(?<name>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>,\s*(?:async )?\(/gs;
const KEYWORD = /\b(?:describe|it|test)(?=[.(])/g;
const ELLIPSIS = "…";
const CITATION = /\bsecurity (?<numbers>\d+(?:(?:, | and | to )\d+)*):?\s*/;

/** @typedef {{ number: number, section: string, input: string, response: string }} Denial */
/** @typedef {{ file: string, name: string, numbers: number[], inner: string[] }} Citation */

/** @returns {Denial[]} */
function readDenials() {
  let section = "";
  return readFileSync(DENIALS, "utf8")
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

/** @returns {string[]} The tests inside, if the name at this index belongs to a describe. */
function innerNames(source, index) {
  const keyword = source
    .slice(0, index + 1)
    .match(KEYWORD)
    ?.at(-1);
  if (keyword !== "describe") return [];
  const block = source.slice(index, source.indexOf("\n});", index));
  const [, ...inner] = [...block.matchAll(INNER_NAME)].map(({ groups: { name } }) => plain(name));
  return inner.filter((name) => name !== ELLIPSIS);
}

/** @param {string} name "security 3 to 6: …" cites all four. */
function numbersOf(name) {
  const { numbers } = CITATION.exec(name).groups;
  const named = numbers.match(/\d+/g).map(Number);
  if (!numbers.includes(" to ")) return named;
  const [first, last] = named;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param {string} name As in the source; values filled in at run time become an ellipsis. */
function plain(name) {
  return name
    .replace(/^security [^:]*: /, "")
    .replace(/\$\{[^}]*\}|%[sj]|\$[\w.]+/g, ELLIPSIS)
    .replace(/\\(["'`])/g, "$1");
}

/** @param {Denial[]} denials @param {Citation[]} citations */
function listTests(denials, citations) {
  const lines = [
    "# Tests for each denial",
    "",
    "Each number is a line of docs/denials.md, followed by the tests that cite it, by file and name.",
  ];
  let section = "";
  for (const denial of denials) {
    if (denial.section !== section) lines.push("", `## ${denial.section}`);
    section = denial.section;
    const { number, input, response } = denial;
    lines.push("", `**${number}.** ${input}: ${response.replace(/\(\[ADR.*?\)\)/, "").trim()}`, "");
    for (const cited of citations.filter(({ numbers }) => numbers.includes(number))) {
      lines.push(`- \`${cited.file}\`: ${cited.name}`);
      lines.push(...cited.inner.map((name) => `  - ${name}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** @param {Denial[]} denials @param {Citation[]} citations @returns {string[]} */
function findProblems(denials, citations) {
  const known = new Set(denials.map(({ number }) => number));
  const cited = new Set(citations.flatMap(({ numbers }) => numbers));
  return [
    ...[...known].filter((n) => !cited.has(n)).map((n) => `No test cites "security ${n}".`),
    ...citations
      .filter(({ numbers }) => numbers.some((number) => !known.has(number)))
      .map(({ file, name }) => `${file} cites a number that ${DENIALS} does not have: ${name}`),
  ];
}

const denials = readDenials();
const citations = readCitations();
for (const problem of findProblems(denials, citations)) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
if (!process.argv.includes("--check")) process.stdout.write(listTests(denials, citations));
