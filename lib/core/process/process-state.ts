/**
 * The process-wide value of a unique name, made on first use. Next bundles its own copy of `lib`, so module state
 * exists twice. Pools, caches, limiters and the environment therefore live on `globalThis`, which only this function
 * uses.
 */
export function processState<T>(name: string, make: () => T): T {
  const store = values();
  if (!store.has(name)) store.set(name, make());
  // The only cast of process-wide state: every caller of a name uses the same type.
  return store.get(name) as T;
}

/** Forgets all values, as if the process had just started: for tests, between two files. */
export function forgetProcessState(): void {
  values().clear();
}

function values(): Map<string, unknown> {
  const holder: typeof globalThis & { [STORE]?: Map<string, unknown> } = globalThis;
  holder[STORE] ??= new Map();
  return holder[STORE];
}

const STORE = Symbol.for("latchkey");
