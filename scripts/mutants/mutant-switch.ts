import { createHash } from "node:crypto";
import { findConditions, withoutCondition } from "./find-conditions";
import type { Mutant } from "./mutant";

const LONGEST_NAME = 40;

/** Declares a statement; the SQL, or what assembles it, is the first text or function after the name. */
type Declare = (name: string, ...rest: unknown[]) => (...given: unknown[]) => Promise<unknown>;

/** Decides at run time which guards and conditions are missing, and records what was reached. */
export class MutantSwitch {
  /** The ids of the active mutants. */
  active: ReadonlySet<string> = new Set();
  /** Ids of all mutants that the code under test reached. */
  reached = new Set<string>();
  readonly #conditions = new Map<string, Mutant[]>();

  /** Whether a guard is missing. */
  is(id: string): boolean {
    this.reached.add(id);
    return this.active.has(id);
  }

  /** A declared statement to send, with the active mutant. Each mutant is declared under its own name. */
  statement(place: string, declare: Declare): Declare {
    return (name, ...rest) => {
      const at = rest.findIndex((each) => typeof each === "string" || typeof each === "function");
      const sql = rest[at];
      if (typeof sql === "function") {
        const assemble = (values: unknown) => this.#change(place, String(sql(values)));
        return declare(name, ...rest.with(at, assemble));
      }
      const declared = new Map([[name, declare(name, ...rest)]]);
      return (...given) => {
        const [current, changed] = this.#named(place, name, String(sql));
        const run = declared.get(current) ?? declare(current, ...rest.with(at, changed));
        declared.set(current, run);
        return run(...given);
      };
    };
  }

  /** A changed statement gets its own name, so that PostgreSQL plans it again. */
  #named(place: string, name: string, sql: string): [name: string, sql: string] {
    const changed = this.#change(place, sql);
    if (changed === sql) return [name, sql];
    const mark = createHash("sha256").update(changed).digest("hex").slice(0, 12);
    return [`${name.slice(0, LONGEST_NAME)}-${mark}`, changed];
  }

  #change(place: string, sql: string): string {
    const conditions = this.#conditionsOf(place, sql);
    for (const { id } of conditions) this.reached.add(id);
    const missing = conditions.find(({ id }) => this.active.has(id));
    return missing ? withoutCondition(sql, missing) : sql;
  }

  #conditionsOf(place: string, sql: string): Mutant[] {
    const key = `${place}\n${sql}`;
    const fileConditions = this.#conditions.get(key) ?? findConditions(place, sql);
    this.#conditions.set(key, fileConditions);
    return fileConditions;
  }
}
