export function readIfPresent(file: string): string | null;
