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
  said: string;
  send(): Promise<Outcome>;
  apply(model: Model, outcome: Outcome): string;
};

/** A kind whose request type is hidden. `decide` returns null if there is nothing to do. */
export type AnyKind = {
  name: string;
  weight: number;
  decide(model: Model, pick: Pick): Step | null;
};

type DefinedKind<R> = AnyKind & {
  /** The step for a request that was decided elsewhere. */
  on(request: R): Step;
  /** A kind that chooses differently and does the same. */
  variant(other: Omit<Kind<R>, "send" | "apply">): DefinedKind<R>;
};

/** Creates a kind. */
export function defineKind<R>(kind: Kind<R>): DefinedKind<R> {
  const { name, weight, choose, send, apply } = kind;
  const on = (request: R): Step => ({
    name,
    said: `${name} ${JSON.stringify(request)}`,
    send: () => send(request),
    apply: (model, outcome) => apply(model, request, outcome),
  });
  const decide = (model: Model, pick: Pick) => {
    try {
      return on(choose(model, pick));
    } catch (error) {
      if (error instanceof NothingToDo) return null;
      throw error;
    }
  };
  return { name, weight, decide, on, variant: (other) => defineKind({ ...kind, ...other }) };
}

export const outcome = (result: string, values: Outcome["values"] = {}): Outcome => ({
  ...{ result, values },
});
