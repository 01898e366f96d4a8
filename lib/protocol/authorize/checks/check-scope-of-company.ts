import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

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
