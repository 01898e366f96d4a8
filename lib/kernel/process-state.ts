/**
 * Returns the process-wide value of that name, creating it on first use.
 *
 * Next bundles its own copy of `lib`, so module state exists twice in the server process. Pools, caches, limiters and
 * the configured environment therefore live on `globalThis`, accessed only through this function.
 *
 * @param name Unique in the code base; every caller of a name must use the same `T`.
 * @param make Creates the value; runs at most once per process.
 */
export function processState<T>(name: string, make: () => T): T {
  // The only cast of process-wide state: just this file creates the keys of the store.
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  const key = Symbol.for(`latchkey.${name}`);
  const held = store[key] ?? { value: make() };
  store[key] = held;
  return held.value;
}
