/** Replaces the result of this name in bench/README.md. */
export function writeResults(name: string, text: string): void;
