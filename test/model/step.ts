import type { Model } from "./model";

/** The service's response. */
export type Outcome = {
  /** `ok`, or the error code with the reason if the response has one. */
  result: string;
  /** Values that it issued, such as `code` and `access_token`. */
  values: Record<string, string>;
};

/** Chooses an item of a list. */
export type Pick = {
  <T>(list: readonly T[]): T | undefined;
  /** Prefers later entries, which are more likely to be valid. */
  recent<T>(list: readonly T[]): T | undefined;
  /** Mostly from the first list, otherwise from the second. */
  mostly<T>(likely: readonly T[], all: readonly T[]): T | undefined;
};

/** One kind of command. `R` is what it decided to do. */
export type Kind<R> = {
  name: string;
  /** How often it is drawn, relative to the other kinds. */
  weight: number;
  /** Decides what to do; null if there is nothing to do it with. */
  choose(model: Model, pick: Pick): R | null;
  /** Does it with the real service. */
  send(request: R): Promise<Outcome>;
  /**
   * Does it in the model, which stores the issued values.
   * @returns the result that the service must have had
   */
  apply(model: Model, request: R, outcome: Outcome): string;
};

/** A command whose details are decided. */
export type Step = {
  name: string;
  said: string;
  send(): Promise<Outcome>;
  apply(model: Model, outcome: Outcome): string;
};

/** A kind whose request type is hidden. */
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
    const request = choose(model, pick);
    return request === null ? null : on(request);
  };
  const variant = (other: Omit<Kind<R>, "send" | "apply">) => defineKind({ ...kind, ...other });
  return { name, weight, decide, on, variant };
}

export const ok = (values: Record<string, string> = {}): Outcome => ({ result: "ok", values });
