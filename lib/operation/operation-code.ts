import type { AnyOperation, ContextOf, ResultOf } from "@/lib/operation/operation";

/** What an operation runs, and what it checks before a stored response to the same request is repeated. */
type Code<Context, Output> = {
  run: (context: Context) => Promise<Output>;
  authorizeReplay?: ((context: Context) => Promise<void>) | undefined;
};

const code = new WeakMap<object, Code<never, unknown>>();

/** Stores an operation's code outside the operation, so that only `perform` can run it. */
export function storeCode(entry: object, stored: Code<never, unknown>): void {
  code.set(entry, stored);
}

/** The code of an operation, for `perform` alone: .config/layers.mjs keeps others from importing this module. */
export function codeOf<O extends AnyOperation>(entry: O): Code<ContextOf<O>, ResultOf<O>> {
  return code.get(entry) as Code<ContextOf<O>, ResultOf<O>>;
}
