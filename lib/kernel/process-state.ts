/**
 * Returns the one value of that name in this process, making it on first use.
 *
 * Next bundles its own copy of `lib`, so module state exists twice in the server process. Pools,
 * caches, limiters and the configured environment therefore live on `globalThis`, behind this
 * accessor only.
 *
 * @param name Unique in the code base; every caller of a name must use the same `T`.
 * @param make Builds the value; runs at most once in a process.
 */
export function processState<T>(name: string, make: () => T): T {
  // The one cast of process-wide state: the store is keyed by symbols that only this file makes.
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>;
  const key = Symbol.for(`latchkey.${name}`);
  const held = store[key] ?? { value: make() };
  store[key] = held;
  return held.value;
}
