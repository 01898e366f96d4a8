/** What a statement of a migration does to a table while it runs. */
export type Lock = {
  table: string;
  /** What waits: `none` if the table is new in the same migration, or nothing has to wait. */
  blocks: "reads and writes" | "writes" | "changes of the same rows";
  /** What takes time. */
  work: "none" | "reads the table" | "writes the table" | "builds an index";
};

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?:"?public"?\.)?"?(\w+)"?`;

type Rule = { pattern: RegExp; lock: Omit<Lock, "table"> };

const rule = (pattern: string, blocks: Lock["blocks"], work: Lock["work"]): Rule => ({
  pattern: new RegExp(pattern, "is"),
  lock: { blocks, work },
});

const ALL = "reads and writes";

/** The first rule that fits counts. */
const rules: readonly Rule[] = [
  rule(String.raw`^ALTER TABLE ${NAME}\b.*\b(?:SET DATA )?TYPE\b`, ALL, "writes the table"),
  rule(
    String.raw`^ALTER TABLE ${NAME}\b.*\bADD COLUMN\b.*\b(?:SERIAL|BIGSERIAL|GENERATED|gen_random_uuid|clock_timestamp)\b`,
    ALL,
    "writes the table",
  ),
  rule(
    String.raw`^ALTER TABLE ${NAME}\b.*\bVALIDATE CONSTRAINT\b`,
    "changes of the same rows",
    "reads the table",
  ),
  rule(String.raw`^ALTER TABLE ${NAME}\b.*\bADD CONSTRAINT\b.*\bNOT VALID\b`, ALL, "none"),
  rule(String.raw`^ALTER TABLE ${NAME}\b.*\bUSING INDEX\b`, ALL, "none"),
  rule(
    String.raw`^ALTER TABLE ${NAME}\b.*\b(?:PRIMARY KEY|UNIQUE|EXCLUDE)\b`,
    ALL,
    "builds an index",
  ),
  rule(String.raw`^ALTER TABLE ${NAME}\b.*\bFOREIGN KEY\b`, "writes", "reads the table"),
  rule(
    String.raw`^ALTER TABLE ${NAME}\b.*\b(?:ADD CONSTRAINT|CHECK|SET NOT NULL|ATTACH PARTITION)\b`,
    ALL,
    "reads the table",
  ),
  rule(`^(?:ALTER|DROP|TRUNCATE|LOCK) TABLE ${NAME}`, ALL, "none"),
  rule(
    String.raw`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY .*?\bON ${NAME}`,
    "changes of the same rows",
    "builds an index",
  ),
  rule(String.raw`^CREATE (?:UNIQUE )?INDEX .*?\bON ${NAME}`, "writes", "builds an index"),
  rule(String.raw`^CREATE (?:CONSTRAINT )?TRIGGER .*?\bON ${NAME}`, "writes", "none"),
  rule(`^(?:UPDATE|DELETE FROM) ${NAME}`, "changes of the same rows", "writes the table"),
];

const CREATED = new RegExp(`^CREATE TABLE ${NAME}`, "i");

/**
 * The locks that a migration takes on tables that exist before it, in the order of its statements. Functions and DO
 * blocks are not looked into.
 * @param text of the migration
 */
export function readLocks(text: string): Lock[] {
  const created = new Set<string>();
  return statementsOf(text).flatMap((statement): Lock[] => {
    const createdName = CREATED.exec(statement)?.[1];
    if (createdName) created.add(createdName);
    for (const { pattern, lock } of rules) {
      const table = pattern.exec(statement)?.[1];
      if (table) return created.has(table) ? [] : [{ table, ...lock }];
    }
    return [];
  });
}

/** What a migration needs beyond the rights of the tables' owner. */
export function readNeeds(text: string): string[] {
  const statements = statementsOf(text);
  const extensions = statements.flatMap((statement) => {
    const name = /\bCREATE EXTENSION (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1];
    return name ? [`the extension ${name}`] : [];
  });
  const isConcurrent = statements.some((each) => /\bINDEX CONCURRENTLY\b/i.test(each));
  return isConcurrent
    ? [...extensions, "no long transaction elsewhere, which CONCURRENTLY waits for"]
    : extensions;
}

/** A quoted text, a quoted name, the body of a function, or a comment; semicolons in them end no statement. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

function statementsOf(text: string): string[] {
  const marked = text.replaceAll(OPAQUE, (part) => {
    if (part === ";") return "\u0000";
    return part.startsWith("--") || part.startsWith("/*") ? "" : part;
  });
  return marked
    .split("\u0000")
    .map((each) => each.trim().replaceAll(/\s+/g, " "))
    .filter(Boolean);
}
