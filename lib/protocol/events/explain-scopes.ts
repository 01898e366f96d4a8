/**
 * Describes in words which requested scopes are missing and which are available.
 * @param available those that are registered or granted, as `state` says
 */
export function explainScopes(
  requested: readonly string[],
  available: readonly string[],
  state: "registered" | "granted",
): string {
  const missing = requested.filter((scope) => !available.includes(scope));
  const parts = [
    ...(missing.length === 0 ? [] : [`not ${state}: ${missing.join(", ")}`]),
    `${state}: ${available.length === 0 ? "none" : available.join(", ")}`,
  ];
  const words = parts.join("; ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
