import type { Model } from "./model";

/** What the service answered. */
export type Outcome = {
  /** `ok`, or the error code, with a reason where the answer tells one. */
  result: string;
  /** Values that it handed out, such as `code` and `access_token`. */
  values: Record<string, string>;
};

/** Chooses one of a list. */
export type Pick = {
  <T>(list: readonly T[]): T | undefined;
  /** Later entries, which are likelier to be alive, more often. */
  recent<T>(list: readonly T[]): T | undefined;
  /** Mostly one of the first list, else of the second. */
  mostly<T>(likely: readonly T[], all: readonly T[]): T | undefined;
};

/** One kind of command. `R` is what it was decided to do. */
export type Kind<R> = {
  name: string;
  /** How often it is drawn, against the other kinds. */
  weight: number;
  /** Decides what to do; null where there is nothing to do it with. */
  choose(model: Model, pick: Pick): R | null;
  /** Does it to the real service. */
  send(request: R): Promise<Outcome>;
  /**
   * Does it to the model, which takes over the values handed out.
   * @returns the result that the service must have had
   */
  apply(model: Model, request: R, outcome: Outcome): string;
};

/** A command that was decided on. */
export type Step = {
  name: string;
  said: string;
  send(): Promise<Outcome>;
  apply(model: Model, outcome: Outcome): string;
};

/** A kind of which nobody needs to know what its requests look like. */
export type AnyKind = {
  name: string;
  weight: number;
  decide(model: Model, pick: Pick): Step | null;
};

/** Makes a kind; `on` is the step for a request that somebody else decided on. */
export function defineKind<R>(kind: Kind<R>): AnyKind & { on(request: R): Step } {
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
  return { name, weight, decide, on };
}

export const ok = (values: Record<string, string> = {}): Outcome => ({ result: "ok", values });
