import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/** The signed-in person must belong to the company (or organization) in the path. */
export function checkMembership({ facts, subject }: AuthorizeContext): ServiceError | null {
  if (facts.role !== null) return null;
  const name = subject.companyId === null ? "organization" : `company ${subject.companyId}`;
  return new ServiceError(
    "access_denied",
    `You are not a member of this ${name}. Sign in as somebody who is.`,
    { check: "membership", fix: { kind: "use_other_company", company_id: null } },
  );
}
