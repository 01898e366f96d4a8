import fc from "fast-check";
import { clientKinds } from "./commands/clients";
import { expireKind } from "./commands/expiries";
import { flowKinds } from "./commands/flow";
import { peopleKinds } from "./commands/people";
import { callKind, clientCredentialsKind, tokenKinds } from "./commands/tokens";
import type { Model } from "./model";
import { type AnyKind, NothingToDo, type Outcome, type Pick, type Step } from "./step";
import { mintWorld } from "./world";

/** Every kind of command. */
export const KINDS: readonly AnyKind[] = [
  ...[...flowKinds, ...tokenKinds, ...clientKinds, ...peopleKinds, expireKind],
];

/** A command that ran. */
type Answer = { step: Step; outcome: Outcome };

/** How often each kind of command had each result: `redeem: ok`. */
export type Tally = Map<string, number>;

/** The most possible states to track after concurrent commands. */
const MAX_STATES = 12;
const RECENT = 4;

/** Each kind as often as its weight says. */
const DRAWS = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
/** How many commands run at the same time: in one group of six, two or three. */
const GROUP_SIZES = [...Array.from({ length: 10 }, () => 1), 2, 3];

/**
 * Runs so many groups of random commands against the service and the model, and tries every token and secret at the end.
 * Some order of the concurrent commands must explain all responses; every such order is tracked. If none does, each may
 * have had its token checked before another revoked it.
 * @throws Error with the whole story when the service returns something that the model does not
 * allow
 */
export async function follow(
  generate: fc.GeneratorValue,
  length: number,
  tally: Tally,
): Promise<void> {
  const pick = pickBy(generate);
  let states = [await mintWorld()];
  const likeliest = () => states.slice(0, 1);
  const story: string[] = [];
  const take = async (steps: readonly Step[]) => {
    if (steps.length === 0) return;
    const answers = await Promise.all(
      steps.map(async (step) => ({ step, outcome: await step.send() })),
    );
    for (const answer of answers) count(tally, answer);
    story.push(answers.map(describe).join("\n  at the same time as "));
    try {
      states = explain(states, answers);
      for (const state of states) requireNoExcess(state);
    } catch (error) {
      throw new Error(`${error}\nafter\n${story.join("\n")}`);
    }
  };
  for (let group = 0; group < length; group += 1) {
    const kinds = Array.from({ length: pick(GROUP_SIZES) }, () => pick(DRAWS));
    await take(likeliest().flatMap((model) => kinds.flatMap((kind) => decide(kind, model, pick))));
  }
  for (const step of likeliest().flatMap(everyCredential)) await take([step]);
}

/** The command of a kind, or none if there is nothing to do. */
function decide(kind: AnyKind, model: Model, pick: Pick): Step[] {
  try {
    return [kind.decide(model, pick)];
  } catch (error) {
    if (error instanceof NothingToDo) return [];
    throw error;
  }
}

/** The states in which the model can be after these answers. */
function explain(states: readonly Model[], answers: readonly Answer[]): Model[] {
  const isConcurrent = answers.length > 1;
  const isCertain = states.length === 1 && !isConcurrent;
  const refutations = new Set<string>();
  const after = (before: Model, order: readonly Answer[]) => {
    const state = isCertain ? before : before.copy();
    const results = order.map(({ step, outcome }) => step.apply(state, outcome));
    state.checkedTokens = [];
    if (order.every(({ outcome }, at) => outcome.result === results[at])) return [state];
    refutations.add(order.map(({ step }, at) => `${step.name}: ${results[at]}`).join(", then "));
    return [];
  };
  const statesAfter = (before: readonly Model[]) =>
    before.flatMap((state) => orders(answers).flatMap((order) => after(state, order)));
  const inOrder = statesAfter(states);
  const isUnexplained = inOrder.length === 0 && isConcurrent;
  const possible = isUnexplained ? statesAfter(states.map(withCheckedTokens)) : inOrder;
  if (possible.length === 0)
    throw new Error(`The model allows\n  ${[...refutations].join("\n  or ")}`);
  if (isCertain) return possible;
  // Most orders lead to the same state.
  const distinct = new Map(possible.map((state) => [JSON.stringify(state), state]));
  return [...distinct.values()].slice(0, MAX_STATES);
}

/** A state in which the tokens of requests under way have been checked: one that is revoked now still changes something. */
function withCheckedTokens(state: Model): Model {
  const live = state.access.filter((token) => state.whyDead(token) === null);
  return Object.assign(state.copy(), { checkedTokens: live.map(({ value }) => value) });
}

/** Every order of these. */
function orders<T>([first, ...others]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  return orders(others).flatMap((order) =>
    [...others, first].map((_, at) => order.toSpliced(at, 0, first)),
  );
}

/** No one has seen a live secret of a client with more permissions than their own. */
function requireNoExcess(model: Model): void {
  for (const client of model.managingClients()) {
    const excess = model.secretsBeyondHolders(client, client.scopes, `client:${client.id}`);
    if (excess.length === 0) continue;
    throw new Error(`A holder may do less than ${client.id}: ${JSON.stringify(excess)}`);
  }
}

/** A use of each token, and of each secret of a client that carries permissions. */
function everyCredential(model: Model): Step[] {
  return [
    ...model.access.map(({ value }) => callKind.on(value)),
    ...model
      .managingClients()
      .flatMap(({ id: clientId, home: subject, secrets }) =>
        secrets.map(({ value: clientSecret }) =>
          clientCredentialsKind.on({ clientId, clientSecret, subject, scope: null }),
        ),
      ),
  ];
}

const upTo = (most: number) => fc.noBias(fc.nat(most));

/** Chooses with fast-check, so that a repeated run makes the same choices. */
function pickBy(generate: fc.GeneratorValue): Pick {
  const among = <T>(list: readonly T[], most = list.length): T => {
    const back = generate(upTo, Math.max(1, Math.min(most, list.length)) - 1);
    const item = list[list.length - 1 - back];
    if (item === undefined) throw new NothingToDo();
    return item;
  };
  const recent = <T>(list: readonly T[]) =>
    among(list, among([true, false, false]) ? list.length : RECENT);
  const mostly = <T>(likely: readonly T[], all: readonly T[]) =>
    recent(likely.length > 0 && generate(upTo, 5) > 0 ? likely : all);
  return Object.assign(<T>(list: readonly T[]) => among(list), { recent, mostly });
}

function count(tally: Tally, { step, outcome }: Answer): void {
  const key = `${step.name}: ${outcome.result}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

const describe = ({ step, outcome }: Answer) =>
  `${step.description} -> ${outcome.result} ${JSON.stringify(outcome.values)}`;

/** How many commands ran. */
export function countAll(tally: Tally): number {
  return [...tally.values()].reduce((total, times) => total + times, 0);
}

/** The tally as lines: how often each kind had each result. */
export function summarize(tally: Tally): string {
  const lines = [...tally].map(([result, times]) => `${result} ${times}`).toSorted();
  return [...lines, `${countAll(tally)} commands`].join("\n");
}
