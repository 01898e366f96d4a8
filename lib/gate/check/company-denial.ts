import type { ServiceError } from "@/lib/core/errors";
import { otherCompany, otherCompanyInQuery } from "@/lib/gate/check/denials";
import { namesOnlyCompany } from "@/lib/gate/paths/company-in-query";
import type { GateRule } from "@/lib/gate/rules/rule";
import type { TokenOwner } from "@/lib/protocol/bearer/token-denials";

/** Why a call is about another company than its token; null if it is not, or its rule does not ask. */
export function companyDenial(
  { companyAt }: GateRule,
  segments: readonly string[],
  query: string,
  token: TokenOwner,
): ServiceError | null {
  if (companyAt === null) return null;
  const sentCompany = segments[companyAt] ?? "";
  // As a text, so that no other spelling of the number passes.
  if (sentCompany !== String(token.companyId)) return otherCompany(sentCompany, token);
  return namesOnlyCompany(query, sentCompany) ? null : otherCompanyInQuery(token);
}
