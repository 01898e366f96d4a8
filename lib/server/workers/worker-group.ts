import cluster, { type Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import { log } from "@/lib/core/log";
import type { Metric, ProcessReport } from "@/lib/core/process-reports";
import { StartupError } from "@/lib/core/startup-error";
import { waitAtMost } from "@/lib/core/wait-at-most";
import { closeHandoverAtExit } from "@/lib/server/workers/close-handover";
import { groupMetrics } from "@/lib/server/workers/group-metrics";
import {
  Questions,
  type SentRules,
  type ToWorker,
  toPrimarySchema,
  type WorkerSettings,
} from "@/lib/server/workers/messages";
import { restartDelayMs, SETTLED_MS } from "@/lib/server/workers/restart-delay";

/** How long a worker may take to report its metrics, in milliseconds; the others are reported without it. */
const MEASURED_WITHIN_MS = 1_000;
/** Share of the time of `end` after which workers are killed. */
const KILL_AFTER = 0.8;

/** Everything that the workers of one service need. */
export type WorkerGroupSettings = Omit<WorkerSettings, "worker" | "gate"> & {
  /** The script that a worker runs. */
  script: string;
  /** The gate's rules in force; null without a rules file. */
  gate: () => SentRules | null;
};

/** The process of a worker, and how often its predecessors died early in a row. */
type Member = {
  number: number;
  process: Worker;
  deaths: number;
  isLoaded: boolean;
  /** By `performance.now()`; null until it serves. */
  readyAt: number | null;
};

/**
 * The processes that serve requests (node:cluster, ADR 43). The primary accepts connections and gives each to the next
 * worker. A worker that ends is replaced under the same number, unless the group is stopping.
 */
export class WorkerGroup {
  readonly #settings: WorkerGroupSettings;
  readonly #members = new Map<number, Member>();
  /** For metrics; the answer is null if a worker does not send them in time. */
  readonly #questions = new Questions<readonly Metric[] | null>();
  readonly #changes = new EventEmitter();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #replaced = 0;
  #isStarted = false;
  #isStopping = false;
  #failures = 0;

  constructor(settings: WorkerGroupSettings) {
    this.#settings = settings;
  }

  /**
   * Starts the workers and waits until all of them serve.
   * @throws StartupError if a worker ends first, after printing the reason
   */
  async start(count: number): Promise<void> {
    cluster.setupPrimary({ exec: this.#settings.script, args: [], serialization: "advanced" });
    for (let number = 1; number <= count; number++) this.#fork(number, 0);
    while (!this.#isReady(count)) await once(this.#changes, "change");
    this.#isStarted = true;
  }

  /** Puts the gate's rules in force in every worker. */
  sendRules(gate: SentRules): void {
    this.#sendAll({ kind: "rules", gate });
  }

  /** Tells the workers to stop, and waits until they have ended, at most for a time in milliseconds. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    for (const member of this.#members.values()) {
      if (member.isLoaded) send(member, { kind: "stop" });
      else member.process.process.kill("SIGKILL");
    }
    await waitAtMost(this.#ended(), withinMs);
  }

  /**
   * Waits for workers that have not ended yet, and kills those that do not end.
   * @throws Error if one had to be killed or has ended with an error
   */
  async end(withinMs: number): Promise<void> {
    const inTime = await waitAtMost(this.#ended(), withinMs * KILL_AFTER);
    for (const member of this.#members.values()) member.process.process.kill("SIGKILL");
    await this.#ended();
    if (!inTime) throw new Error("Workers had to be killed.");
    if (this.#failures > 0) throw new Error("A worker ended with an error.");
  }

  #isReady(count: number): boolean {
    if (this.#failures > 0) {
      throw new StartupError("A worker ended before it could serve. Its message is above.");
    }
    return (
      this.#members.size === count &&
      [...this.#members.values()].every(({ readyAt }) => readyAt !== null)
    );
  }

  async #ended(): Promise<void> {
    while (this.#members.size > 0) await once(this.#changes, "change");
  }

  #fork(number: number, deaths: number): void {
    const member = { number, process: cluster.fork(), deaths, isLoaded: false, readyAt: null };
    this.#members.set(number, member);
    this.#listen(member);
  }

  #listen(member: Member): void {
    const { number, process: worker } = member;
    closeHandoverAtExit(worker.process);
    worker.on("message", (message: unknown) => this.#read(member, message));
    // The end of the process follows and says more.
    worker.on("error", (err) => log().warn({ worker: number, err }, "could not reach a worker"));
    worker.once("exit", (code, signal) => {
      this.#members.delete(number);
      if (this.#isStopping ? code !== 0 && member.isLoaded : !this.#isStarted) this.#failures += 1;
      if (this.#isStarted && !this.#isStopping) this.#replace(member, { exit_code: code, signal });
      this.#changes.emit("change");
    });
  }

  #replace(member: Member, end: Record<"exit_code" | "signal", unknown>): void {
    const { number, readyAt } = member;
    const settled = readyAt !== null && performance.now() - readyAt >= SETTLED_MS;
    const deaths = settled ? 1 : member.deaths + 1;
    const delayMs = restartDelayMs(deaths);
    this.#replaced += 1;
    log().error(
      { worker: number, pid: member.process.process.pid, ...end, restart_in_ms: delayMs },
      "worker ended and is being replaced",
    );
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#fork(number, deaths);
    }, delayMs);
    this.#restarts.add(timer);
  }

  #read(member: Member, received: unknown): void {
    const message = toPrimarySchema.parse(received);
    switch (message.kind) {
      case "loaded":
        this.#begin(member);
        break;
      case "ready":
        member.readyAt = performance.now();
        this.#changes.emit("change");
        break;
      case "measured":
        this.#questions.answer(message.id, message.metrics);
        break;
      case "collect":
        void this.#collect().then((reports) =>
          send(member, { kind: "reports", id: message.id, reports }),
        );
    }
  }

  #begin(member: Member): void {
    member.isLoaded = true;
    const { databaseUrl, migrations, gate } = this.#settings;
    const settings = { worker: member.number, databaseUrl, migrations, gate: gate() };
    send(member, { kind: "start", settings });
  }

  async #collect(): Promise<ProcessReport[]> {
    const members = [...this.#members.values()].filter(({ readyAt }) => readyAt !== null);
    const reports = await Promise.all(members.map((member) => this.#measure(member)));
    return [
      { worker: null, metrics: groupMetrics(this.#members.size, this.#replaced) },
      ...reports.filter((report) => report !== null),
    ];
  }

  async #measure(member: Member): Promise<ProcessReport | null> {
    let timer: NodeJS.Timeout | undefined;
    const metrics = await this.#questions.ask((id) => {
      timer = setTimeout(() => this.#questions.answer(id, null), MEASURED_WITHIN_MS);
      send(member, { kind: "measure", id });
    });
    clearTimeout(timer);
    return metrics && { worker: member.number, metrics };
  }

  #sendAll(message: ToWorker): void {
    for (const member of this.#members.values()) if (member.isLoaded) send(member, message);
  }
}

/** A worker that has just ended gets no message; its replacement starts from the current state. */
function send({ process: worker }: Member, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}
