import type { ServiceError } from "@/lib/core/errors";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { callDenied } from "@/lib/gate/check/denials";
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

/** The error for a path that is about another company than the token. */
function otherCompany(sent: string, token: TokenOwner): ServiceError {
  const { companyId } = token;
  const fix = { kind: "use_other_company", company_id: companyId } as const;
  if (companyId === null) {
    const message = "The access token is for an organization, but the path is about a company.";
    return callDenied(message, { check: "company", fix, owner: token });
  }
  const isCompany = readCompanyId(sent) !== null;
  const message = isCompany
    ? `The path is about company ${sent}, but the access token is for company ${companyId}.`
    : "The path does not contain the company of the access token.";
  return callDenied(message, { check: "company", fix, owner: token });
}

/** The error for a query that names another company, or one in a way that could be misread. */
function otherCompanyInQuery(token: TokenOwner): ServiceError {
  const message = "The query names a company. Leave company_id out: the path has it.";
  const fix = { kind: "remove_parameter", name: "company_id" } as const;
  return callDenied(message, { check: "company", fix, owner: token });
}

const SEPARATORS = /[&;]/;
/** All but letters and what separates the parts of a nested name. NUL separates too: PHP ends a name there. */
const DROPPED = /[^a-z[\].\0]/g;
const COMPANY_ID = /(?<![a-z])company[^a-z]*id(?![a-z])/;

/**
 * Whether a query names no company but this one. A name counts in every spelling that a framework might accept, also
 * as a part of another (`filter[company_id]`) and in parts (`company.id`). A query that cannot be read names any
 * company.
 */
export function namesOnlyCompany(query: string, companyId: string): boolean {
  if (query === "") return true;
  for (const pair of query.split(SEPARATORS)) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === null) return false;
    const letters = name.normalize("NFKC").toLowerCase().replace(DROPPED, "");
    if (!COMPANY_ID.test(letters)) continue;
    if (equals < 0 || pair.slice(equals + 1) !== companyId) return false;
  }
  return true;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
