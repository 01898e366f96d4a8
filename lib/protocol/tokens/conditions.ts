import { nameToken } from "@/lib/core/crypto/tokens";
import { batch, type RequestOf, type RequestTypes } from "@/lib/core/db/batch";
import { column } from "@/lib/core/db/sql";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import {
  explainMissingScope,
  explainScopes,
  rejectMisread,
  type ScopeHolders,
} from "@/lib/protocol/scopes/explain-scopes";

// What must be true of a client, code or token before it is used. One table is the WHERE of the statement that uses it
// and the explanation of a denial, so that no condition can be missing from either (ADR 12).

/** Conditions in the order of explanation, each by the state of whatever does not meet it. */
export type Conditions<Row extends { sql: string }> = Readonly<Record<string, Row>>;

/** Whether all conditions are true. */
export function allOf(conditions: Conditions<{ sql: string }>): string {
  const each = Object.values(conditions).map(({ sql }) => `(${sql})`);
  return each.join("\n    AND ");
}

/**
 * An expression for the first condition that is not true.
 * @param valueFor its value for a condition
 * @param otherwise its value if all are true
 */
export function firstFailed<Row extends { sql: string }>(
  conditions: Conditions<Row>,
  valueFor: (state: string, row: Row) => string,
  otherwise: string,
): string {
  const cases = Object.entries(conditions).map(
    ([state, row]) => `WHEN (${row.sql}) IS NOT TRUE THEN ${valueFor(state, row)}`,
  );
  return `CASE\n    ${cases.join("\n    ")}\n    ELSE ${otherwise} END`;
}

/** The error that says that a code or token is not valid. Without a fix, the person must authorize again. */
type Invalid = { message: string; check: CheckName; fix?: Fix };

/** Any other error, or more than an error, from facts of the row: SQL by name. Null: the general error says as much. */
type Denial<Sent, Facts> = {
  facts?: Readonly<Record<keyof Facts, string>>;
  deny(sent: Sent, facts: Facts): ServiceError | null | Promise<ServiceError>;
};

/**
 * A condition over relations of its statement, such as the code `a` or refresh token `r`, its grant `g`, the `client`,
 * and the request `q`; and what happens if it is not true.
 */
export type Condition<Sent, Facts extends object = object> = { sql: string } & (
  | Invalid
  | Denial<Sent, Facts>
);

/** The first condition that is not true, with its facts. */
export type Failure = { state: string; facts: object };

/** An expression for the {@link Failure} of a row; null if all conditions are true. */
export function failureOf(conditions: Conditions<Condition<never>>): string {
  const failure = (state: string, condition: Condition<never>) => {
    const facts = "deny" in condition ? Object.entries(condition.facts ?? {}) : [];
    const pairs = facts.map(([name, sql]) => `'${name}', ${sql}`);
    return `json_build_object('state', '${state}', 'facts', json_build_object(${pairs.join(", ")}))`;
  };
  return firstFailed(conditions, failure, "NULL");
}

/** The error for a failure, after what the denial entails, such as revoking tokens; null for the general one. */
export async function denialOf<Sent>(
  conditions: Conditions<Condition<Sent>>,
  sent: Sent,
  { state, facts }: Failure,
): Promise<ServiceError | null> {
  const condition = conditions[state];
  if (!condition) return null;
  if ("deny" in condition) return condition.deny(sent, facts);
  const { sql: _, message, ...diagnosis } = condition;
  return invalidGrant(message, diagnosis);
}

type Explanation = {
  /** Of the first condition that is not true; null if all are true by now. */
  state: string | null;
  /** Does what the denial entails, such as revoking tokens. @returns the error; null for the general one */
  deny(): Promise<ServiceError | null>;
};

/**
 * Declares the statement that explains why a code or refresh token was not used.
 * @param row joins the code `a` or refresh token `r` of the request `q`, if it is the client's
 * @returns explains a request; undefined if the client has no such code or refresh token
 */
export function explanation<const Types extends RequestTypes>(
  name: string,
  conditions: Conditions<Condition<RequestOf<Types>>>,
  values: Types,
  row: { name: "a" | "r"; join: string; dayOf?: (sent: RequestOf<Types>) => number },
): (sent: RequestOf<Types>) => Promise<Explanation | undefined> {
  const find = batch(
    name,
    { failure: column<Failure | null>("json?") },
    values,
    `
explained AS (
  SELECT q.n, ${failureOf(conditions)} AS failure
  FROM request q JOIN ${row.join}
  JOIN grants g ON g.id = ${row.name}.grant_id JOIN clients client ON client.client_id = ${row.name}.client_id
)
SELECT * FROM explained`,
    { dayOf: row.dayOf },
  );
  return async (sent) => {
    const result = await find(sent);
    if (!result) return undefined;
    const { failure } = result;
    return {
      state: failure?.state ?? null,
      deny: async () => failure && denialOf(conditions, sent, failure),
    };
  };
}

type OfSubject = { companyId: number | null; organizationId: string | null };

/**
 * The condition that a code `a` or refresh token `r` is for the company or organization in the path.
 * @param what its name, for the message; here and below
 */
export const subjectCondition = (row: "a" | "r", what: string): Condition<unknown, OfSubject> => ({
  sql: `${row}.company_id IS NOT DISTINCT FROM q.company_id AND ${row}.organization_id IS NOT DISTINCT FROM q.organization_id`,
  facts: { companyId: `${row}.company_id`, organizationId: `${row}.organization_id` },
  deny: (_sent, { companyId, organizationId }) =>
    invalidGrant(`The ${what} was not issued for the company in the path.`, {
      check: "company",
      fix:
        companyId === null
          ? { kind: "use_other_organization", organization_id: organizationId }
          : { kind: "use_other_company", company_id: companyId },
    }),
});

/** `scopes` null: the request names none. */
type SentScopes = { scopes: readonly string[] | null };

/** `scopes` are those of the code or refresh token. */
type OfScopes = { scopes: string[]; grantedScopes: string[]; clientScopes: string[] };

/** The conditions that it has the scopes of the request, and that some of them, or of all, may still be issued. */
export function scopeConditions(row: "a" | "r", what: string) {
  const facts = {
    scopes: `${row}.scopes`,
    grantedScopes: "g.scopes",
    clientScopes: "client.scopes",
  };
  const scope_not_granted: Condition<SentScopes, OfScopes> = {
    sql: `q.scopes IS NULL OR q.scopes <@ ${row}.scopes`,
    facts,
    deny: (sent, { scopes }) => scopesNotGranted(what, sent.scopes ?? [], scopes),
  };
  const no_scope_left: Condition<SentScopes, OfScopes> = {
    sql: `cardinality(${STILL_ALLOWED(`${row}.scopes`)}) > 0`,
    facts,
    deny: (sent, { scopes, ...holders }) => noScopeLeft(sent.scopes ?? scopes, holders),
  };
  return { scope_not_granted, no_scope_left };
}

function scopesNotGranted(
  what: string,
  requested: readonly string[],
  granted: readonly string[],
): ServiceError {
  const beyond = requested.filter((scope) => !granted.includes(scope));
  return (
    rejectMisread(requested, beyond) ??
    new ServiceError("invalid_scope", `The ${what} was not granted: ${beyond.join(", ")}.`, {
      check: "scope_granted",
      fix: { kind: "set_parameter", name: "scope", value: granted.join(",") },
      difference: explainScopes(requested, granted, "granted"),
    })
  );
}

function noScopeLeft([scope]: readonly string[], holders: ScopeHolders): ServiceError | null {
  if (scope === undefined) return null;
  const { message, fix } = explainMissingScope(scope, holders);
  return new ServiceError(
    "invalid_grant",
    `None of the scopes can be issued any more. ${message}`,
    { check: "scope_granted", fix },
  );
}

/** Those scopes of the request, or else of `issued`, that the company has not taken back and the client has not lost. */
export const STILL_ALLOWED = (issued: string) => `
  array(SELECT s FROM unnest(coalesce(q.scopes, ${issued})) AS s WHERE s = ANY (g.scopes) AND s = ANY (client.scopes))`;

/** The error for a client that is not registered for a grant type. */
export function grantNotRegistered(
  grant: "authorization_code" | "client_credentials",
): ServiceError {
  return new ServiceError(
    "unauthorized_client",
    `The client is not registered for the grant ${grant}.`,
    { check: "grant_registered", fix: { kind: "register_grant", grant } },
  );
}

/** The error for a code or refresh token that does not work. Unless `diagnosis` says otherwise, authorize gives a new one. */
export function invalidGrant(message: string, diagnosis: Diagnosis): ServiceError {
  const fix = { kind: "run_authorize_again" } as const;
  return new ServiceError("invalid_grant", message, { fix, ...diagnosis });
}

/** The error message for a parameter that contains something else than the expected kind of token. */
export function notOfKind(parameter: string, sentToken: string, expectedKind: string): string {
  const kind = nameToken(sentToken);
  if (kind === null) return `The ${parameter} is not ${expectedKind} of this service.`;
  if (kind === expectedKind) return `The ${parameter} is damaged. Send it whole and unchanged.`;
  return `The ${parameter} is ${kind}, not ${expectedKind}.`;
}
