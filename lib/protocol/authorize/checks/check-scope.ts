import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { findUnknownScopes } from "@/lib/protocol/scopes/describe-scopes";
import { explainScopes, rejectMisread } from "@/lib/protocol/scopes/explain-scopes";

/** The scope parameter must be a well-formed list (RFC 6749 section 3.3). */
export const checkScopeForm: AuthorizeCheck = {
  sql: null,
  run: ({ malformedScope }) => malformedScope,
};

/** A client may request only scopes that it is registered for. */
export const checkScope: AuthorizeCheck = {
  sql: "asked.scopes <> '{}' AND asked.scopes <@ client.scopes",
  run({ facts, scopes }) {
    if (scopes.length === 0) {
      return new ServiceError(
        "invalid_scope",
        "The request has no scope, and the client is registered for none.",
        { check: "scope_registered", fix: { kind: "register_scopes", scopes: [] } },
      );
    }
    const registered = facts.client?.scopes ?? [];
    const beyond = scopes.filter((scope) => !registered.includes(scope));
    if (beyond.length === 0) return null;
    return rejectMisread(scopes, beyond) ?? rejectUnregistered(scopes, beyond, registered);
  },
};

// A name that is neither registered nor in the catalogue is most likely a typo.
async function rejectUnregistered(
  scopes: readonly string[],
  beyond: readonly string[],
  registered: readonly string[],
): Promise<ServiceError> {
  const unknownScopes = await findUnknownScopes(beyond, registered);
  const corrections = new Map(
    unknownScopes.flatMap(({ name, nearest }) => (nearest ? [[name, nearest]] : [])),
  );
  const corrected = [...new Set(scopes.map((scope) => corrections.get(scope) ?? scope))].join(",");
  const advice =
    corrections.size > 0
      ? `Did you mean ${[...corrections.values()].join(", ")}?`
      : "Add it to the client's scopes.";
  return new ServiceError(
    "invalid_scope",
    `The client is not registered for: ${beyond.join(", ")}. ${advice}`,
    {
      check: "scope_registered",
      fix:
        corrections.size > 0
          ? { kind: "set_parameter", name: "scope", value: corrected }
          : { kind: "register_scopes", scopes: [...beyond] },
      difference: explainScopes(scopes, registered, "registered"),
    },
  );
}

const ORGANIZATION_SCOPE = "organization/";

/** Only an organization can grant scopes of the management API. */
export const checkScopeOfCompany: AuthorizeCheck = {
  sql: `(asked.company_id IS NULL OR NOT EXISTS (
    SELECT FROM unnest(asked.scopes) AS scope WHERE starts_with(scope, '${ORGANIZATION_SCOPE}')))`,
  run({ scopes, subject, facts }) {
    const organizationScopes = scopes.filter((scope) => scope.startsWith(ORGANIZATION_SCOPE));
    if (subject.companyId === null || organizationScopes.length === 0) return null;
    return new ServiceError(
      "invalid_scope",
      `A company cannot grant: ${organizationScopes.join(", ")}. Only an organization can.`,
      {
        check: "scope_of_company",
        fix: fixFor(
          scopes.filter((scope) => !organizationScopes.includes(scope)),
          facts.client?.grantTypes ?? [],
        ),
      },
    );
  },
};

function fixFor(rest: readonly string[], grantTypes: readonly string[]): Fix {
  if (rest.length > 0) return { kind: "set_parameter", name: "scope", value: rest.join(",") };
  return grantTypes.includes("client_credentials")
    ? { kind: "use_client_credentials" }
    : { kind: "use_other_organization", organization_id: null };
}
