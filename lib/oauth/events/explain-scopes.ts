/**
 * Which of the asked-for scopes are not there, and which there are, in words.
 * @param available those that are registered, or granted
 */
export function explainScopes(asked: readonly string[], available: readonly string[]): string {
  const missing = asked.filter((scope) => !available.includes(scope));
  const spare = available.filter((scope) => !asked.includes(scope));
  return [
    `Missing: ${list(missing)}`,
    `there: ${list(asked.filter((scope) => available.includes(scope)))}`,
    `there but not asked for: ${list(spare)}`,
  ].join("; ");
}

function list(scopes: readonly string[]): string {
  return scopes.length === 0 ? "none" : scopes.join(", ");
}
