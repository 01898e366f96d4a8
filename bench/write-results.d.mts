/** Replaces the result of this name in docs/benchmarks.md. */
export function writeResults(name: string, text: string): void;
