import { ServiceError } from "@/lib/core/errors";
import { isOrganizationId, readCompanyId } from "@/lib/core/schemas/id-forms";

/** The subject of a flow: a seller company, or an organization itself. The other id is null. */
export type Subject =
  | { companyId: number; organizationId: null }
  | { companyId: null; organizationId: string };

const ISSUER = /\/(company|organization)\/([^/]+)\/?$/;
const SUBJECT = /\/(company|organization)\/([^/]+)\/oauth\//;

/** Reads the subject of an OAuth path: `…/company/{company_id}/oauth/…` or `…/organization/…`. @throws ServiceError */
export function readSubject(url: string): Subject {
  const [path = ""] = url.split("?", 1);
  const [, kind, id = ""] = SUBJECT.exec(path) ?? [];
  const subject = parseSubject(kind, id);
  if (subject) return subject;
  throw kind === "organization"
    ? new ServiceError(
        "invalid_request",
        "organization_id in the path must be 1 to 64 letters, digits, underscores or hyphens.",
        { check: "path", fix: { kind: "use_other_organization", organization_id: null } },
      )
    : new ServiceError(
        "invalid_request",
        "company_id in the path must be an integer from 1 to 9007199254740991.",
        { check: "path", fix: { kind: "use_other_company", company_id: null } },
      );
}

/** The subject at the end of an issuer's path, or null for any other path. */
export function readIssuerSubject(pathname: string): Subject | null {
  const [, kind, id = ""] = ISSUER.exec(pathname) ?? [];
  return parseSubject(kind, id);
}

function parseSubject(kind: string | undefined, id: string): Subject | null {
  const companyId = kind === "company" ? readCompanyId(id) : null;
  if (companyId !== null) return { companyId, organizationId: null };
  if (kind === "organization" && isOrganizationId(id)) {
    return { companyId: null, organizationId: id };
  }
  return null;
}

/** The subject of a stored row, in which exactly one of the two columns is set. */
export function asSubject(row: {
  companyId: number | null;
  organizationId: string | null;
}): Subject {
  if (row.companyId !== null) return { companyId: row.companyId, organizationId: null };
  if (row.organizationId !== null) return { companyId: null, organizationId: row.organizationId };
  throw new Error("The row has neither a company nor an organization");
}
