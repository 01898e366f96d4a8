import { decodePercent } from "@/lib/core/http/decode-percent";

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
    const name = decodePercent((equals < 0 ? pair : pair.slice(0, equals)).replaceAll("+", " "));
    if (name === null) return false;
    const letters = name.normalize("NFKC").toLowerCase().replace(DROPPED, "");
    if (!COMPANY_ID.test(letters)) continue;
    if (equals < 0 || pair.slice(equals + 1) !== companyId) return false;
  }
  return true;
}
