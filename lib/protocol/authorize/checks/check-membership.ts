import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** The signed-in person must belong to the company or organization in the path. */
export const checkMembership: AuthorizeCheck = {
  sql: "member.role IS NOT NULL",
  run({ facts, subject }) {
    if (facts.role !== null) return null;
    const name = subject.companyId === null ? "organization" : `company ${subject.companyId}`;
    return new ServiceError(
      "access_denied",
      `You are not a member of this ${name}. Sign in as a member.`,
      { check: "membership", fix: { kind: "use_other_company", company_id: null } },
    );
  },
};
