// Without its empty refresh_token, a refresh (platform spec 4.4) would replay its code; state returns as it came.
const EXCEPTIONS: ReadonlySet<string> = new Set(["refresh_token", "state"]);

/**
 * The parameters of a request of the flow that have a value. One that is empty or null counts as omitted (RFC 6749
 * sections 3.1 and 3.2), except for `refresh_token` and `state`.
 */
export function parametersWithValue<Value>(
  sent: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const hasValue = ([name, value]: [string, Value]) =>
    (value !== "" && value !== null) || EXCEPTIONS.has(name);
  return Object.fromEntries(Object.entries(sent).filter(hasValue));
}
