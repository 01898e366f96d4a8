import { createHash } from "node:crypto";
import { findConditions, withoutCondition } from "./find-conditions";
import type { Mutant } from "./mutant";

const LONGEST_NAME = 40;

/** Declares a statement; the SQL is the first text after the name. */
type Declare = (name: string, ...rest: unknown[]) => (...given: unknown[]) => Promise<unknown>;
type Sender = Record<string, (strings: TemplateStringsArray, ...values: unknown[]) => unknown>;

/** Decides at run time which guard or condition is missing, and records what was reached. */
export class MutantSwitch {
  /** The id of the active mutant, or null. */
  active: string | null = null;
  /** Ids of all mutants that the code under test reached. */
  reached = new Set<string>();
  readonly #conditions = new Map<string, Mutant[]>();

  /** Whether a guard is missing. */
  is(id: string): boolean {
    this.reached.add(id);
    return this.active === id;
  }

  /** A named statement to send. A changed one gets its own name, so that PostgreSQL plans it again. */
  named(place: string, name: string, sql: string): [name: string, sql: string] {
    const changed = this.text(place, sql);
    if (changed === sql) return [name, sql];
    const mark = createHash("sha256").update(changed).digest("hex").slice(0, 12);
    return [`${name.slice(0, LONGEST_NAME)}-${mark}`, changed];
  }

  /** A declared statement to send, with the active mutant. Each mutant is declared under its own name. */
  statement(place: string, declare: Declare): Declare {
    return (name, ...rest) => {
      const at = rest.findIndex((each) => typeof each === "string");
      const sql = String(rest[at]);
      const declared = new Map([[name, declare(name, ...rest)]]);
      return (...given) => {
        const [current, changed] = this.named(place, name, sql);
        const run = declared.get(current) ?? declare(current, ...rest.with(at, changed));
        declared.set(current, run);
        return run(...given);
      };
    };
  }

  /** A statement to send. */
  text(place: string, sql: string): string {
    const conditions = this.#conditionsOf(place, sql);
    for (const { id } of conditions) this.reached.add(id);
    const missing = conditions.find(({ id }) => id === this.active);
    return missing ? withoutCondition(sql, missing) : sql;
  }

  /** The tag of a template statement. */
  tag(place: string, sender: Sender, method: string) {
    return (strings: TemplateStringsArray, ...values: unknown[]): unknown => {
      const sql = strings.reduce((text, part, index) => `${text}$${index}${part}`);
      const parts = this.text(place, sql).split(/\$\d+/);
      return sender[method]?.(Object.assign(parts, { raw: parts }), ...values);
    };
  }

  #conditionsOf(place: string, sql: string): Mutant[] {
    const key = `${place}\n${sql}`;
    const fileConditions = this.#conditions.get(key) ?? findConditions(place, sql);
    this.#conditions.set(key, fileConditions);
    return fileConditions;
  }
}
