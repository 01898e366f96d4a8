import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { inject, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { explainedMutants, fileOf, type HuntState, readHunt, writeState } from "./hunt-state.mjs";
import { MutantSwitch } from "./mutant-switch";

/**
 * Only tests that take at least `from` and less than `to` milliseconds. In groups, guards are tried together first: a test
 * that passes without any of many needs one run. They may hide each other, so survivors are tried one by one later.
 */
export type HuntPass = { from: number; to: number; inGroups: boolean };

declare module "vitest" {
  interface ProvidedContext {
    /** Folder in which a run saves its progress. */
    huntFolder: string;
    huntPass: HuntPass;
  }
}

declare global {
  var latchkeyMutants: MutantSwitch;
}

/** A single mutant is tried for this long by a test file that is near (in its folder or below, or that imports its file), … */
const MILLISECONDS_NEAR = 20_000;
/** … for this long by any other file, … */
const MILLISECONDS_IN_A_FILE = 2_000;
/** … and for this long by all others together. */
const MILLISECONDS_ELSEWHERE = 10_000;

/** The state of a test: its plain runs, then one run per group of mutants, and a plain one after each that it noticed. */
type Hunt = {
  waiting: string[][];
  trying: readonly string[];
  plainRuns: number;
  startedAt: number;
};

/**
 * Repeats each test for every mutant that it reached and no earlier test noticed. Modules are not reloaded in between,
 * so thousands of runs take minutes. A mutant counts as killed only if the test passes without it just before and just
 * after.
 */
export default class MutationRunner extends TestRunner {
  readonly #folder = inject("huntFolder");
  readonly #pass = inject("huntPass");
  readonly #state: HuntState;
  readonly #survivors: readonly string[];
  readonly #explained = new Set(explainedMutants());
  readonly #reachedBySlow = new Set<string>();
  readonly #reachedByQuick = new Set<string>();
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
    const hunt: Hunt = { waiting: [], trying: [], plainRuns: 0, startedAt: 0 };
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
    globalThis.latchkeyMutants.activate(this.#hunt.trying);
    this.#hunt.startedAt = performance.now();
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    globalThis.latchkeyMutants.activate([]);
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
      const isLeft = (id: string) => !(id in this.#state.killed);
      this.#state.done[relative(process.cwd(), filepath)] = {
        quick: [...this.#reachedByQuick].filter(isLeft),
        slow: [...this.#reachedBySlow].filter(isLeft),
      };
    }
    this.#state.sent = [...new Set([...this.#state.sent, ...globalThis.latchkeyMutants.sent])];
    writeState(this.#folder, this.#state);
  }

  /** Evaluates the run that just ended; returns whether there is another. */
  #prepareNext(test: RunnerTestCase, hunt: Hunt): boolean {
    const { result } = test;
    if (!result || hunt.startedAt === 0) return true;
    const passed = result.state === "pass";
    const name = `${relative(process.cwd(), test.file.filepath)}: ${test.name}`;
    Object.assign(result, { state: "run", errors: undefined });
    if (hunt.trying.length === 0) return this.#afterPlainRun(test, hunt, passed, name);
    const [first = "", ...others] = hunt.trying;
    if (!passed && others.length > 0) hunt.waiting.unshift(...halvesOf(hunt.trying));
    if (!passed && others.length === 0) {
      this.#state.killed[first] = name;
      // A plain run must confirm it.
      hunt.trying = [];
      hunt.plainRuns += 1;
      return true;
    }
    return this.#tryNext(hunt, result);
  }

  #tryNext(hunt: Hunt, result: NonNullable<RunnerTestCase["result"]>): boolean {
    hunt.trying = hunt.waiting.shift() ?? [];
    return hunt.trying.length > 0 || this.#end(result);
  }

  #afterPlainRun(test: RunnerTestCase, hunt: Hunt, passed: boolean, name: string): boolean {
    const { result } = test;
    if (!result) return false;
    if (!passed) {
      // A group may leave more behind than one mutant; the test gets another chance by itself.
      if (!this.#pass.inGroups) this.#state.unusable.push(name);
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
    return this.#tryNext(hunt, result);
  }

  /** Whether a mutant is left that this file may try, or one that has a reason and is near, which must not be noticed. */
  #mayNotice(testFile: string): boolean {
    return this.#survivors.some((id) => {
      if (this.#isNear(testFile, id)) return true;
      const isSpent = (this.#state.spentElsewhere[id] ?? 0) >= MILLISECONDS_ELSEWHERE;
      return !isSpent && !this.#explained.has(id);
    });
  }

  #end(result: NonNullable<RunnerTestCase["result"]>): boolean {
    result.state = "pass";
    return false;
  }

  /** The mutants the run reached that are worth trying, if the test has the requested speed. */
  #waitingFor(test: RunnerTestCase, milliseconds: number): string[][] {
    const { reached } = globalThis.latchkeyMutants;
    for (const id of reached) this.#state.spent[id] ??= 0;
    const open = [...reached].filter((id) => !(id in this.#state.killed));
    reached.clear();
    const { from, to, inGroups } = this.#pass;
    const isSlow = milliseconds >= to;
    if (isSlow) for (const id of open) this.#reachedBySlow.add(id);
    if (milliseconds < from || isSlow) return [];
    // Groups find out, too, whether a reason is out of date. Statements without several conditions take too long.
    const guards = inGroups ? open.filter(isGuard) : [];
    for (const id of guards) this.#reachedByQuick.add(id);
    const testFile = relative(process.cwd(), test.file.filepath);
    const others = open
      .filter((id) => (inGroups ? !isGuard(id) : !this.#explained.has(id)))
      .filter((id) => this.#spend(id, testFile, milliseconds));
    return [...(guards.length > 0 ? [guards] : []), ...others.map((id) => [id])];
  }

  #spend(id: string, testFile: string, milliseconds: number): boolean {
    const { spent, spentElsewhere } = this.#state;
    const isNear = this.#isNear(testFile, id);
    const [here, elsewhere] = [this.#spentHere.get(id) ?? 0, spentElsewhere[id] ?? 0];
    if (here >= (isNear ? MILLISECONDS_NEAR : MILLISECONDS_IN_A_FILE)) return false;
    if (!isNear && elsewhere >= MILLISECONDS_ELSEWHERE) return false;
    this.#spentHere.set(id, here + milliseconds);
    spent[id] = (spent[id] ?? 0) + milliseconds;
    if (!isNear) spentElsewhere[id] = elsewhere + milliseconds;
    return true;
  }

  #isNear(testFile: string, id: string): boolean {
    const mutated = fileOf(id);
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

function halvesOf(ids: readonly string[]): string[][] {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
}

/** Whether a mutant is in TypeScript; others have the name of their statement after the file. */
function isGuard(id: string): boolean {
  return /^\S+: /.test(id);
}
