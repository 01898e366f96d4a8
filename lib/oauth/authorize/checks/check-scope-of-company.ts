import { ServiceError } from "@/lib/kernel/errors";
import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";

const ORGANIZATION_SCOPE = "organization/";

/** Only an organization can grant scopes of the management API. */
export const checkScopeOfCompany: AuthorizeCheck = {
  sql: `(request.company_id IS NULL OR NOT EXISTS (
    SELECT FROM unnest(request.scopes) AS scope WHERE starts_with(scope, '${ORGANIZATION_SCOPE}')))`,
  run({ scopes, subject }) {
    const own = scopes.filter((scope) => scope.startsWith(ORGANIZATION_SCOPE));
    if (subject.companyId === null || own.length === 0) return null;
    const rest = scopes.filter((scope) => !own.includes(scope));
    return new ServiceError(
      "invalid_scope",
      `A company cannot grant: ${own.join(", ")}. Use client_credentials of the organization.`,
      {
        check: "scope_of_company",
        fix:
          rest.length === 0
            ? { kind: "use_client_credentials" }
            : { kind: "set_parameter", name: "scope", value: rest.join(",") },
      },
    );
  },
};
