const SEPARATORS = /[&;]/;
/** What frameworks take off a name: an index or a list marker at its end. */
const MARKERS = /\[[^\]]*\]?/g;
const COMPANY_NAMES = new Set(["company_id", "companyid", "company-id"]);

/**
 * Whether a query names no company but this one. Names count in every spelling that a framework might accept, and a
 * query that cannot be read names any company.
 */
export function namesOnlyCompany(query: string, companyId: string): boolean {
  if (query === "") return true;
  for (const pair of query.split(SEPARATORS)) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === null) return false;
    if (!COMPANY_NAMES.has(name.replace(MARKERS, "").trim().toLowerCase())) continue;
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
