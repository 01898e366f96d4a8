import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

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

interface Denial {
  number: number;
  section: string;
  input: string;
  response: string;
}

interface Citation {
  file: string;
  name: string;
  numbers: number[];
  inner: string[];
}

/**
 * Prints the tests for each line of docs/denials.md, or with --check only reports lines that no test cites and citations
 * of lines that do not exist.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { check: { type: "boolean" } } });
  const denials = readDenials();
  const citations = readCitations();
  const problems = findProblems(denials, citations);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (!values.check) process.stdout.write(listTests(denials, citations));
  return problems.length === 0;
}

function readDenials(): Denial[] {
  let section = "";
  return readFileSync(DENIALS, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("## ")) section = line.slice(3);
      const row = ROW.exec(line)?.groups;
      const { number, input = "", response = "" } = row ?? {};
      return row ? [{ section, number: Number(number), input, response }] : [];
    });
}

function readCitations(): Citation[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((at) => join(folder, at)),
  )
    .filter((file) => TEST_FILE.test(file))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return [...source.matchAll(NAME)].map((match) => ({
        file,
        name: plain(nameIn(match)),
        numbers: numbersOf(nameIn(match)),
        inner: innerNames(source, match.index),
      }));
    });
}

/** The tests inside, if the name at this index belongs to a describe. */
function innerNames(source: string, index: number): string[] {
  const keyword = source
    .slice(0, index + 1)
    .match(KEYWORD)
    ?.at(-1);
  if (keyword !== "describe") return [];
  const block = source.slice(index, source.indexOf("\n});", index));
  const [, ...inner] = [...block.matchAll(INNER_NAME)].map((match) => plain(nameIn(match)));
  return inner.filter((name) => name !== ELLIPSIS);
}

function nameIn({ groups }: RegExpExecArray): string {
  return groups?.name ?? "";
}

/** "security 3 to 6: …" cites all four. */
function numbersOf(name: string): number[] {
  const numbers = CITATION.exec(name)?.groups?.numbers ?? "";
  const citedNumbers = (numbers.match(/\d+/g) ?? []).map(Number);
  if (!numbers.includes(" to ")) return citedNumbers;
  const [first = 0, last = 0] = citedNumbers;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param name As in the source; values filled in at run time become an ellipsis. */
function plain(name: string): string {
  return name
    .replace(/^security [^:]*: /, "")
    .replace(/\$\{[^}]*\}|%[sj]|\$[\w.]+/g, ELLIPSIS)
    .replace(/\\(["'`])/g, "$1");
}

function listTests(denials: readonly Denial[], citations: readonly Citation[]): string {
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

function findProblems(denials: readonly Denial[], citations: readonly Citation[]): string[] {
  const documentedNumbers = new Set(denials.map(({ number }) => number));
  const cited = new Set(citations.flatMap(({ numbers }) => numbers));
  return [
    ...[...documentedNumbers]
      .filter((n) => !cited.has(n))
      .map((n) => `No test cites "security ${n}".`),
    ...citations
      .filter(({ numbers }) => numbers.some((number) => !documentedNumbers.has(number)))
      .map(({ file, name }) => `${file} cites a number that ${DENIALS} does not have: ${name}`),
  ];
}
