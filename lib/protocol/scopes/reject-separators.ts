import { ServiceError } from "@/lib/core/errors";

const OTHER_SEPARATORS = /[|;]/;

/**
 * Rejects scopes that were most likely meant as several, separated by `|` or `;`.
 * @param scopes all scopes of the request
 * @param unknown those that are not registered or granted: either character may be part of a name
 * @returns null if none of the unknown ones contains such a character
 */
export function rejectSeparators(
  scopes: readonly string[],
  unknown: readonly string[],
): ServiceError | null {
  const sign = unknown.map((name) => OTHER_SEPARATORS.exec(name)?.[0]).find(Boolean);
  if (!sign) return null;
  const scopeNames = scopes
    .flatMap((name) => (unknown.includes(name) ? name.split(OTHER_SEPARATORS) : name))
    .filter((name) => name !== "");
  return new ServiceError(
    "invalid_scope",
    `Scopes are separated by a comma or a space, not by ${sign}. Send ${scopeNames.join(",")}.`,
    {
      check: "scope_form",
      fix: { kind: "set_parameter", name: "scope", value: [...new Set(scopeNames)].join(",") },
    },
  );
}
