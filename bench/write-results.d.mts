/** Replaces a result in docs/benchmarks.md, which marks the place of each. */
export function writeResults(name: string, text: string): void;
