import type { Model } from "./model";

/** The service's response: `ok` or the error with its reason, and values that it issued. */
export type Outcome = { result: string; values: Record<string, string> };

/** Chooses an item of a list. An empty list ends the choice: the command has nothing to do. */
export type Pick = {
  <T>(list: readonly T[]): T;
  /** Prefers later entries, which are more likely to be valid. */
  recent<T>(list: readonly T[]): T;
  /** Mostly from the first list, otherwise from the second. */
  mostly<T>(likely: readonly T[], all: readonly T[]): T;
};

/** Thrown by a choice from an empty list. */
export class NothingToDo extends Error {}

/** One kind of command. `R` is what it decided to do. */
export type Kind<R> = {
  name: string;
  /** How often it is drawn, relative to the other kinds. */
  weight: number;
  /** Decides what to do. */
  choose(model: Model, pick: Pick): R;
  /** Does it with the real service. */
  send(request: R): Promise<Outcome>;
  /** Does it in the model, which stores the issued values. Returns the result that the service must have had. */
  apply(model: Model, request: R, outcome: Outcome): string;
};

/** A command whose details are decided. */
export type Step = {
  name: string;
  description: string;
  send(): Promise<Outcome>;
  apply(model: Model, outcome: Outcome): string;
};

/** A kind whose request type is hidden. */
export type AnyKind = { name: string; weight: number; decide(model: Model, pick: Pick): Step };

/** Creates a kind. `on` is the step for a request that was decided elsewhere. */
export function defineKind<R>(kind: Kind<R>): AnyKind & { kind: Kind<R>; on(request: R): Step } {
  const { name, weight, choose, send, apply } = kind;
  const on = (request: R): Step => ({
    name,
    description: `${name} ${JSON.stringify(request)}`,
    send: () => send(request),
    apply: (model, answer) => apply(model, request, answer),
  });
  return { kind, name, weight, on, decide: (model, pick) => on(choose(model, pick)) };
}

export const outcome = (result: string, values: Outcome["values"] = {}): Outcome => {
  return { result, values };
};

/** Waits for something that the service does not answer. */
export const finish = (work: Promise<unknown>): Promise<Outcome> => work.then(() => outcome("ok"));
