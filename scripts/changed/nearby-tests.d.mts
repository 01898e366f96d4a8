export function nearbyTests(
  root: string,
  files: readonly string[],
  changed: readonly string[],
): string[];
