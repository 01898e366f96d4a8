import { createHash } from "node:crypto";
import { findConditions, withoutCondition } from "./find-conditions";
import type { Mutant } from "./mutant";

const LONGEST_NAME = 40;

/** A run that reaches missing guards more often than this would never end. */
const MOST_REACHED = 100_000;

/** Declares a statement; the SQL, or what assembles it, is the first text or function after the name. */
type Declare = (name: string, ...rest: unknown[]) => (...given: unknown[]) => Promise<unknown>;

/** Decides at run time which guards and conditions are missing, and records what was reached. */
export class MutantSwitch {
  /** The ids of the active mutants. */
  #active: ReadonlySet<string> = new Set();
  #activeReached = 0;
  /** Ids of all mutants that the code under test reached. */
  reached = new Set<string>();
  /** The places of all statements that were sent. */
  readonly sent = new Set<string>();
  readonly #conditions = new Map<string, Mutant[]>();

  /** Makes these mutants the only active ones. */
  activate(ids: readonly string[]): void {
    this.#active = new Set(ids);
    this.#activeReached = 0;
  }

  /** Whether a guard is missing. @throws Error in a loop that no longer ends without it */
  is(id: string): boolean {
    this.reached.add(id);
    if (!this.#active.has(id)) return false;
    this.#activeReached += 1;
    if (this.#activeReached > MOST_REACHED) throw new Error(`endless loop without ${id}`);
    return true;
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
    this.sent.add(place);
    const conditions = this.#conditionsOf(place, sql);
    for (const { id } of conditions) this.reached.add(id);
    const missing = conditions.find(({ id }) => this.#active.has(id));
    return missing ? withoutCondition(sql, missing) : sql;
  }

  #conditionsOf(place: string, sql: string): Mutant[] {
    const key = `${place}\n${sql}`;
    const fileConditions = this.#conditions.get(key) ?? findConditions(place, sql);
    this.#conditions.set(key, fileConditions);
    return fileConditions;
  }
}
