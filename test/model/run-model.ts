import fc from "fast-check";
import { clientKinds } from "./commands/clients";
import { flowKinds } from "./commands/flow";
import { peopleKinds } from "./commands/people";
import { callKind, clientCredentialsKind, tokenKinds } from "./commands/tokens";
import { actorMay, type Model, mayAll, permissionsOf, whyDead } from "./model";
import { type AnyKind, NothingToDo, type Outcome, type Pick, type Step } from "./step";
import { mintWorld } from "./world";

/** Every kind of command. */
export const KINDS: readonly AnyKind[] = [
  ...[...flowKinds, ...tokenKinds, ...clientKinds, ...peopleKinds],
];

/** One draw: a kind of command and the number with which it chooses. */
type Draw = { kind: string; choices: number };

/** Commands that run concurrently. */
type Group = readonly Draw[];

/** How often each kind of command had each result. */
export type Tally = Map<string, Map<string, number>>;

/** The most possible states to track after concurrent commands. */
const MOST_STATES = 12;
const CHOICES = 2 ** 31;
const RECENT = 4;

const draw = fc.oneof(
  ...KINDS.map(({ name, weight }) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(name), choices: fc.nat(CHOICES - 1) }),
  })),
);

/**
 * Random runs of this many groups of commands; one group in six has two or three concurrent ones.
 */
export function runsOf(length: number): fc.Arbitrary<readonly Group[]> {
  const alone = fc.array(draw, { minLength: 1, maxLength: 1 });
  const together = fc.array(draw, { minLength: 2, maxLength: 3 });
  const group = fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: together });
  return fc.array(group, { minLength: length, maxLength: length, size: "max" });
}

/**
 * Runs commands against the service and the model, and tries every token and secret at the end.
 * Some order of the concurrent commands must explain all responses; every such order is tracked. If none does, each may
 * have had its token checked before another revoked it.
 * @throws Error with the whole story when the service returns something that the model does not
 * allow
 */
export async function follow(groups: readonly Group[], tally: Tally): Promise<void> {
  const run = new Run(await mintWorld(), tally);
  for (const group of groups) {
    const steps = group.flatMap(({ kind, choices }) => {
      const found = KINDS.find(({ name }) => name === kind);
      return found?.decide(run.likeliest, pickBy(choices)) ?? [];
    });
    await run.take(steps);
  }
  for (const step of everyCredential(run.likeliest)) await run.take([step]);
}

class Run {
  #states: Model[];
  readonly #tally: Tally;
  readonly #story: string[] = [];

  constructor(world: Model, tally: Tally) {
    this.#states = [world];
    this.#tally = tally;
  }

  get likeliest(): Model {
    const [first] = this.#states;
    if (!first) throw new Error("No state is left");
    return first;
  }

  async take(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    const outcomes = await Promise.all(steps.map((step) => step.send()));
    for (const [at, { name }] of steps.entries()) count(this.#tally, name, outcomes[at]);
    this.#story.push(tell(steps, outcomes));
    this.#states = this.#explain(steps, outcomes);
    for (const state of this.#states) this.#requireNoExcess(state);
  }

  #explain(steps: readonly Step[], outcomes: readonly Outcome[]): Model[] {
    const isCertain = this.#states.length === 1 && steps.length === 1;
    const refuted = new Set<string>();
    const statesAfter = (states: readonly Model[]) =>
      states.flatMap((state) =>
        orders(steps.length).flatMap((order) => {
          const after = isCertain ? state : structuredClone(state);
          const expected = order.map((at) => {
            const outcome = outcomes[at];
            return outcome && steps[at]?.apply(after, outcome);
          });
          after.checkedTokens = [];
          if (order.every((at, index) => outcomes[at]?.result === expected[index])) return [after];
          refuted.add(order.map((at, index) => `${at + 1}: ${expected[index]}`).join(", then "));
          return [];
        }),
      );
    const inOrder = statesAfter(this.#states);
    const isConcurrent = steps.length > 1;
    const possibleStates =
      inOrder.length === 0 && isConcurrent
        ? statesAfter(this.#states.map(withCheckedTokens))
        : inOrder;
    if (possibleStates.length === 0)
      throw this.#wrong(`The model allows\n  ${[...refuted].join("\n  or ")}`);
    return isCertain ? possibleStates : withoutRepetition(possibleStates).slice(0, MOST_STATES);
  }

  /** No one has seen a live secret of a client with more permissions than their own. */
  #requireNoExcess(model: Model): void {
    for (const { id, organizationId, scopes, secrets } of model.clients) {
      if (permissionsOf(scopes).length === 0) continue;
      for (const { holders, revoked, overlap } of secrets) {
        if (revoked || overlap === "over") continue;
        const excess = holders.find(
          (holder) =>
            holder !== `client:${id}` && !mayAll(actorMay(model, organizationId, holder), scopes),
        );
        if (excess) throw this.#wrong(`${excess} knows a live secret of ${id}, which may do more`);
      }
    }
  }

  #wrong(what: string): Error {
    return new Error(`${what}\nafter\n${this.#story.join("\n")}`);
  }
}

/** A use of each token, and of each secret of a client that carries permissions. */
function everyCredential(model: Model): Step[] {
  const managing = model.clients.filter(({ scopes }) => permissionsOf(scopes).length > 0);
  return [
    ...model.access.map(({ value }) => callKind.on(value)),
    ...managing.flatMap(({ id, organizationId, secrets }) =>
      secrets.map(({ value }) => {
        const subject = `organization/${organizationId}`;
        return clientCredentialsKind.on({ clientId: id, secret: value, subject, scope: null });
      }),
    ),
  ];
}

/** Chooses by a number, so that a repeated run makes the same choices (mulberry32). */
function pickBy(choices: number): Pick {
  let seed = choices;
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    const once = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once;
    return (twice ^ (twice >>> 14)) >>> 0;
  };
  const among = <T>(list: readonly T[], most = list.length): T => {
    const item = list[list.length - 1 - (next() % Math.max(1, Math.min(most, list.length)))];
    if (item === undefined) throw new NothingToDo();
    return item;
  };
  const recent = <T>(list: readonly T[]) => among(list, next() % 3 === 0 ? list.length : RECENT);
  const mostly = <T>(likely: readonly T[], all: readonly T[]) =>
    recent(likely.length > 0 && next() % 6 > 0 ? likely : all);
  return Object.assign(<T>(list: readonly T[]) => among(list), { recent, mostly });
}

/** A state in which the tokens of requests under way have been checked: one that is revoked now still changes something. */
function withCheckedTokens(state: Model): Model {
  const live = state.access.filter((token) => whyDead(state, token) === null);
  return { ...state, checkedTokens: live.map(({ value }) => value) };
}

/** Most orders lead to the same state. */
function withoutRepetition(states: readonly Model[]): Model[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

/** Every order of this many. */
function orders(length: number): number[][] {
  if (length === 0) return [[]];
  return orders(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) => order.toSpliced(at, 0, length - 1)),
  );
}

function count(tally: Tally, kind: string, outcome: Outcome | undefined): void {
  const results = tally.get(kind) ?? new Map<string, number>();
  const result = outcome?.result ?? "nothing";
  tally.set(kind, results.set(result, (results.get(result) ?? 0) + 1));
}

function tell(steps: readonly Step[], outcomes: readonly Outcome[]): string {
  const lines = steps.map(({ said }, at) => {
    const { result, values } = outcomes[at] ?? {};
    return `${said} -> ${result} ${JSON.stringify(values)}`;
  });
  const [only] = lines;
  return lines.length === 1
    ? `${only}`
    : lines.map((line, at) => `  at once ${at + 1}: ${line}`).join("\n");
}

/** How many commands ran. */
export function countAll(tally: Tally): number {
  return [...tally.values()].reduce((total, results) => total + sum(results), 0);
}

function sum(results: ReadonlyMap<string, number>): number {
  return [...results.values()].reduce((total, times) => total + times, 0);
}

/** The tally as lines: a kind, how often it ran, and its results, most frequent first. */
export function summarize(tally: Tally): string {
  const lines = [...tally]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, results]) => {
      const byNumber = [...results].toSorted(([, a], [, b]) => b - a);
      const words = byNumber.map(([result, times]) => `${result} ${times}`).join(", ");
      return `${kind}: ${sum(results)} (${words})`;
    });
  return [...lines, `${countAll(tally)} commands`].join("\n");
}
