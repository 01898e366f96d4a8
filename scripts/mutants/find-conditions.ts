import { type Mutant, nameMutants } from "./mutant";

type Token = { text: string; start: number; end: number };

const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|:?[A-Za-z_$][\w$.]*|::|<@|@>|&&|<>|<=|>=|[^\s]/g;

/** Keywords that end a condition at its own depth. */
const BOUNDARY = new Set(
  `SELECT FROM WHERE ON USING JOIN LEFT CROSS INNER GROUP ORDER LIMIT OFFSET RETURNING FOR UNION SET
  VALUES HAVING WHEN THEN ELSE AND OR AS WITH INSERT UPDATE CASE END , ;`.split(/\s+/),
);
const OPENS_CONDITION = new Set(["WHERE", "ON", "WHEN", "HAVING", "AND", "OR"]);
const CONNECTIVE = new Set(["AND", "OR"]);

/**
 * Finds every condition of a statement: after WHERE, ON and WHEN, and between AND and OR. Required conditions become
 * true, alternatives become false.
 * @param place the name of the statement
 */
export function findConditions(place: string, sql: string): Mutant[] {
  const tokens = [...sql.matchAll(TOKEN)]
    .map(
      (match): Token => ({
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
      }),
    )
    .filter(({ text }) => !text.startsWith("--"));
  const found: Omit<Mutant, "id">[] = [];
  readLevel(tokens, 0, found);
  return nameMutants(
    place,
    sql,
    found.toSorted((a, b) => a.start - b.start),
  );
}

/** Reads one depth of parentheses or CASE; returns the index after it. */
function readLevel(tokens: readonly Token[], from: number, found: Omit<Mutant, "id">[]): number {
  let opener = "";
  let first: Token | null = null;
  let last: Token | null = null;
  const close = (closer: string) => {
    const always = first === last && first?.text.toUpperCase() === "TRUE";
    if (first && last && !always && (OPENS_CONDITION.has(opener) || CONNECTIVE.has(closer))) {
      const required = opener === "AND" || closer === "AND";
      const alternative = !required && (opener === "OR" || opener === "WHEN" || closer === "OR");
      found.push({ start: first.start, end: last.end, instead: alternative ? "FALSE" : "TRUE" });
    }
    first = null;
    last = null;
    opener = closer;
  };
  let at = from;
  for (let token = tokens[at]; token; token = tokens[at]) {
    const word = token.text.toUpperCase();
    if (token.text === ")" || word === "END") {
      close("");
      return at + 1;
    }
    if (token.text === "(" || word === "CASE") {
      first ??= token;
      at = readLevel(tokens, at + 1, found);
      last = tokens[at - 1] ?? token;
      continue;
    }
    if (isBoundary(tokens, at)) close(isOnConflict(tokens, at) ? "" : word);
    else {
      first ??= token;
      last = token;
    }
    at += 1;
  }
  close("");
  return at;
}

// FROM also stands in IS DISTINCT FROM and extract(… FROM …).
function isBoundary(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text.toUpperCase() ?? "";
  if (word === "FROM" && tokens[at - 1]?.text.toUpperCase() === "DISTINCT") return false;
  return BOUNDARY.has(word);
}

function isOnConflict(tokens: readonly Token[], at: number): boolean {
  return `${tokens[at]?.text} ${tokens[at + 1]?.text}`.toUpperCase() === "ON CONFLICT";
}

/** The statement without the condition. The removed text is still parsed, so that every parameter keeps its type. */
export function withoutCondition(sql: string, { start, end, instead }: Mutant): string {
  const condition = sql.slice(start, end);
  const replaced = instead === "TRUE" ? `((${condition}) OR TRUE)` : `((${condition}) AND FALSE)`;
  return sql.slice(0, start) + replaced + sql.slice(end);
}
