import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { inject, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { explainedMutants, type HuntState, readHunt, writeState } from "./hunt-state.mjs";
import { MutantSwitch } from "./mutant-switch";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder in which a run saves its progress. */
    huntFolder: string;
    /** Only tests that take at least `from` and less than `to` milliseconds. */
    huntTests: { from: number; to: number };
  }
}

declare global {
  var latchkeyMutants: MutantSwitch;
}

/**
 * A mutant is tried by every test in its own folder or below, or in a file that imports its file, but only for this long
 * by any other file, …
 */
const MILLISECONDS_IN_A_FILE = 2_000;
/** … and for this long in total. */
const MILLISECONDS_ELSEWHERE = 10_000;

/** The state of a test: its plain runs, then one run per mutant, and a plain one after each it noticed. */
type Hunt = { waiting: string[]; trying: string | null; plainRuns: number; startedAt: number };

/**
 * Repeats each test for every mutant that it reached and no earlier test noticed. Modules are not reloaded in between,
 * so thousands of runs take minutes. A mutant counts as killed only if the test passes without it just before and just
 * after.
 */
export default class MutationRunner extends TestRunner {
  readonly #folder = inject("huntFolder");
  readonly #range = inject("huntTests");
  readonly #state: HuntState;
  readonly #survivors: readonly string[];
  readonly #explained = new Set(explainedMutants());
  readonly #reachedBySlow = new Set<string>();
  readonly #spentHere = new Map<string, number>();
  /** Each worker runs one file. */
  #testSource: string | null = null;
  #hunt: Hunt | null = null;
  #isOver = false;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    const { state, survivors } = readHunt(this.#folder);
    this.#state = state;
    this.#survivors = survivors;
    globalThis.latchkeyMutants = new MutantSwitch();
    // Each run of a test registers its own end listener.
    EventEmitter.defaultMaxListeners = Number.POSITIVE_INFINITY;
  }

  /** Called by vitest with the one file of this worker. */
  onBeforeCollect(paths: string[]): void {
    this.#isOver = !paths.some((path) => this.#mayNotice(relative(process.cwd(), path)));
  }

  /** Loads neither set-up nor tests when there is nothing left to notice. */
  override importFile(file: string, source: "collect" | "setup"): unknown {
    return this.#isOver ? undefined : super.importFile(file, source);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (test.fails || test.concurrent || test.repeats) return;
    const hunt: Hunt = { waiting: [], trying: null, plainRuns: 0, startedAt: 0 };
    this.#hunt = hunt;
    // After each run, vitest's loop compares the number of runs with this.
    const runsLeft = {
      [Symbol.toPrimitive]: () => (this.#prepareNext(test, hunt) ? Infinity : -1),
    };
    test.repeats = runsLeft as unknown as number;
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    if (!this.#hunt) return;
    globalThis.latchkeyMutants.active = this.#hunt.trying;
    this.#hunt.startedAt = performance.now();
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    globalThis.latchkeyMutants.active = null;
    if (this.#hunt && test.result) {
      // Runs with a mutant were meant to fail.
      const broken = this.#hunt.plainRuns === 1 && test.result.state === "fail";
      if (!broken) Object.assign(test.result, { state: "pass", errors: undefined });
      test.repeats = 0;
    }
    this.#hunt = null;
    super.onAfterRunTask(test);
  }

  override onAfterRunFiles(files?: RunnerTestFile[]): void {
    super.onAfterRunFiles();
    for (const { filepath } of files ?? []) {
      this.#state.done[relative(process.cwd(), filepath)] = [...this.#reachedBySlow];
    }
    writeState(this.#folder, this.#state);
  }

  /** Evaluates the run that just ended; returns whether there is another. */
  #prepareNext(test: RunnerTestCase, hunt: Hunt): boolean {
    const { result } = test;
    if (!result || hunt.startedAt === 0) return true;
    const passed = result.state === "pass";
    const name = `${relative(process.cwd(), test.file.filepath)}: ${test.name}`;
    Object.assign(result, { state: "run", errors: undefined });
    if (hunt.trying !== null) {
      if (!passed) this.#state.killed[hunt.trying] = name;
      // A plain run must confirm the last one noticed.
      const next = passed ? hunt.waiting.shift() : null;
      if (next === undefined) return this.#end(result);
      hunt.trying = next;
      if (next === null) hunt.plainRuns += 1;
      return true;
    }
    return this.#afterPlainRun(test, hunt, passed, name);
  }

  #afterPlainRun(test: RunnerTestCase, hunt: Hunt, passed: boolean, name: string): boolean {
    const { result } = test;
    if (!result) return false;
    if (!passed) {
      this.#state.unusable.push(name);
      this.#forgetKillsOf(name);
      if (hunt.plainRuns === 0) hunt.plainRuns = 1;
      result.state = "fail";
      return false;
    }
    if (hunt.plainRuns === 0) {
      hunt.waiting = this.#waitingFor(test, performance.now() - hunt.startedAt);
      if (hunt.waiting.length === 0) return this.#end(result);
      hunt.plainRuns = 2;
      return true;
    }
    const next = hunt.waiting.shift();
    if (next === undefined) return this.#end(result);
    hunt.trying = next;
    return true;
  }

  /** Whether a mutant is left that this file may try, or one that has a reason and is near, which must not be noticed. */
  #mayNotice(testFile: string): boolean {
    return this.#survivors.some((id) => {
      if (this.#isNear(testFile, id)) return true;
      const isSpent = (this.#state.spent[id] ?? 0) >= MILLISECONDS_ELSEWHERE;
      return !isSpent && !this.#explained.has(id);
    });
  }

  #end(result: NonNullable<RunnerTestCase["result"]>): boolean {
    result.state = "pass";
    return false;
  }

  /** The mutants the run reached that are worth trying, if the test has the requested speed. */
  #waitingFor(test: RunnerTestCase, milliseconds: number): string[] {
    const { reached } = globalThis.latchkeyMutants;
    for (const id of reached) this.#state.spent[id] ??= 0;
    const open = [...reached].filter((id) => !(id in this.#state.killed));
    reached.clear();
    const { from, to } = this.#range;
    if (milliseconds >= to) for (const id of open) this.#reachedBySlow.add(id);
    if (milliseconds < from || milliseconds >= to) return [];
    // Fast tests find out whether a reason is out of date.
    const isSlow = from > 0;
    const testFile = relative(process.cwd(), test.file.filepath);
    return open
      .filter((id) => !isSlow || !this.#explained.has(id))
      .filter((id) => this.#spend(id, testFile, milliseconds));
  }

  #spend(id: string, testFile: string, milliseconds: number): boolean {
    const here = this.#spentHere.get(id) ?? 0;
    const total = this.#state.spent[id] ?? 0;
    const isNear = this.#isNear(testFile, id);
    const isSpent = here >= MILLISECONDS_IN_A_FILE || total >= MILLISECONDS_ELSEWHERE;
    if (!isNear && isSpent) return false;
    this.#spentHere.set(id, here + milliseconds);
    this.#state.spent[id] = total + milliseconds;
    return true;
  }

  #isNear(testFile: string, id: string): boolean {
    const mutated = id.split(/[ :]/, 1)[0] ?? "";
    if (testFile.startsWith(`${dirname(mutated)}/`)) return true;
    this.#testSource ??= readFileSync(testFile, "utf8");
    return this.#testSource.includes(`"@/${mutated.replace(/\.ts$/, "")}"`);
  }

  /** A test that fails without a mutant proves nothing with one. */
  #forgetKillsOf(name: string): void {
    for (const [id, by] of Object.entries(this.#state.killed)) {
      if (by === name) delete this.#state.killed[id];
    }
  }
}
