export function findViolations(
  root: string,
  files: readonly string[],
): { violations: string[]; imports: number };
