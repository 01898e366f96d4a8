import { type Difference, differ } from "@/lib/core/diagnosis/difference";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import { decodePercent } from "@/lib/core/http/decode-percent";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

// Why a request or a token lacks scopes, for the developers of its client.

/**
 * Which requested scopes are missing, and which are available.
 * @param available those that are registered or granted, as `state` says
 */
export function explainScopes(
  requested: readonly string[],
  available: readonly string[],
  state: "registered" | "granted",
): Difference {
  const missing = requested.filter((scope) => !available.includes(scope));
  return [
    ...(missing.length === 0 ? [] : [differ(`not_${state}`, { scopes: missing.join(", ") })]),
    differ(state, { scopes: available.join(", ") || "none" }),
  ];
}

const OTHER_SEPARATORS = /[|;]|(?<=\w)\+(?=\w)/;
const ANY_SEPARATOR = /[|;, ]|(?<=\w)\+(?=\w)/;
// Encoding twice turns a space into %2520. More than three times does not happen in practice.
const MAX_ENCODINGS = 3;

/** What programs send for a scope that they do not have. */
const MISSING_VALUES = ["null", "undefined", "None", "NaN"];

/**
 * Rejects scopes that were most likely meant as several, separated by `|`, `;`, or `+`, or that were percent-encoded more
 * than once, or that are no scope at all.
 * @param scopes all scopes of the request
 * @param unknown those that are not registered or granted: such characters may be part of a name
 * @returns null if none of the unknown ones looks like that
 */
export function rejectMisread(
  scopes: readonly string[],
  unknown: readonly string[],
): ServiceError | null {
  const missing = unknown.find((name) => MISSING_VALUES.includes(name));
  if (missing) return rejectMissing(missing, scopes);
  const sign = unknown.map((name) => OTHER_SEPARATORS.exec(name)?.[0]).find(Boolean);
  const isEncoded = unknown.some((name) => decodeFully(name) !== name);
  if (!sign && !isEncoded) return null;
  const scopeNames = scopes
    .flatMap((name) => (unknown.includes(name) ? decodeFully(name).split(ANY_SEPARATOR) : name))
    .filter((name) => name !== "");
  if (scopeNames.length === 0 || !scopeNames.every(isScopeName)) return null;
  const value = [...new Set(scopeNames)].join(",");
  const message = isEncoded
    ? `The scope was percent-encoded more than once. Send ${value}, encoded once.`
    : `Scopes are separated by a comma or a space, not by ${sign}. Send ${value}.`;
  return new ServiceError("invalid_scope", message, {
    check: "scope_form",
    fix: { kind: "set_parameter", name: "scope", value },
    ...(isEncoded && { difference: [differ("scope_encoded")] }),
  });
}

function rejectMissing(missing: string, scopes: readonly string[]): ServiceError {
  const rest = scopes.filter((name) => !MISSING_VALUES.includes(name)).join(",");
  const message = `The scope ${missing} is what a program sends for a missing value. Send the scopes that the extension needs.`;
  return new ServiceError("invalid_scope", message, {
    check: "scope_form",
    fix: { kind: "set_parameter", name: "scope", value: rest || null },
  });
}

function decodeFully(name: string): string {
  let text = name;
  for (let times = 0; times < MAX_ENCODINGS && /%[0-9a-f]{2}/i.test(text); times += 1) {
    const decoded = decodePercent(text);
    if (decoded === null) return name;
    text = decoded;
  }
  return text;
}

/** Where a token's scopes come from: the client's registration and the grant of a company. */
export type ScopeHolders = {
  clientScopes: readonly string[];
  /** Null for a token that needs no grant. */
  grantedScopes: readonly string[] | null;
};

/** The missing scope and how to get it, as a sentence and as a fix. */
export type MissingScope = { message: string; fix: Fix };

/**
 * Why a token lacks a scope: first the client must be registered for it, then the company must grant it. `message`
 * contains no quotes, so that it fits into a challenge.
 */
export function explainMissingScope(
  scope: string,
  { clientScopes, grantedScopes }: ScopeHolders,
): MissingScope {
  const isGranted = grantedScopes === null || grantedScopes.includes(scope);
  if (!clientScopes.includes(scope)) {
    const then = isGranted
      ? "No new consent is needed then."
      : "Then request it at authorize: the seller must consent again.";
    return {
      message: `The client is not registered for the scope ${scope}. An admin of its organization must add it to the client first. ${then}`,
      fix: { kind: isGranted ? "register_scopes" : "request_scopes", scopes: [scope] },
    };
  }
  if (isGranted) {
    return {
      message: `The access token was issued without the scope ${scope}. Get a new one that includes it.`,
      fix: { kind: grantedScopes === null ? "use_client_credentials" : "run_authorize_again" },
    };
  }
  return {
    message: `The company has not granted the scope ${scope}. Request it at authorize: the seller must consent again.`,
    fix: { kind: "request_scopes", scopes: [scope] },
  };
}
