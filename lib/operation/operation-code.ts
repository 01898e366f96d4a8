import type { AnyOperation, ContextOf, ResultOf } from "@/lib/operation/operation";

const code = new WeakMap<object, (context: never) => Promise<unknown>>();

/** Stores an operation's code outside the operation, so that only `perform` can run it. */
export function storeCode(entry: object, run: (context: never) => Promise<unknown>): void {
  code.set(entry, run);
}

/** The code of an operation, for `perform` alone: .config/layers.mjs keeps others from importing this module. */
export function codeOf<O extends AnyOperation>(
  entry: O,
): (context: ContextOf<O>) => Promise<ResultOf<O>> {
  return code.get(entry) as (context: ContextOf<O>) => Promise<ResultOf<O>>;
}
