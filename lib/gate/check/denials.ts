import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import type { GateRule } from "@/lib/gate/rules/rule";
import type { TokenOwner } from "@/lib/protocol/bearer/token-denials";

/**
 * The error for a call that no scope would allow. Its challenge has the only code that RFC 6750 has for 403.
 */
export function callDenied(message: string, diagnosis: Diagnosis = {}): ServiceError {
  return new ServiceError("call_denied", message, {
    ...diagnosis,
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message) },
  });
}

/** The error for a path that is about another company than the token. */
export function otherCompany(sent: string, token: TokenOwner): ServiceError {
  const { companyId } = token;
  const fix = { kind: "use_other_company", company_id: companyId } as const;
  if (companyId === null) {
    const message = "The access token is for an organization, but the path is about a company.";
    return callDenied(message, { check: "company", fix, owner: token });
  }
  const isCompany = readCompanyId(sent) !== null;
  const message = isCompany
    ? `The path is about the company ${sent}, but the access token is for the company ${companyId}.`
    : "The path does not contain the company of the access token.";
  return callDenied(message, { check: "company", fix, owner: token });
}

/** The error for a query that names another company, or one in a way that could be misread. */
export function otherCompanyInQuery(token: TokenOwner): ServiceError {
  const message = "The query names a company. Leave company_id out: the path has it.";
  const fix = { kind: "remove_parameter", name: "company_id" } as const;
  return callDenied(message, { check: "company", fix, owner: token });
}

/** The scopes of a rule in words: `a and b`, `one of c, d`. */
export function neededScopes({ all, any }: GateRule): string {
  const [only, ...others] = any;
  const alternative = others.length > 0 ? `one of ${any.join(", ")}` : only;
  return [...all, ...(alternative === undefined ? [] : [alternative])].join(" and ");
}
