import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** The company or organization in the path must be active. */
export const checkSubject: AuthorizeCheck = {
  sql: "subject.is_active",
  run({ facts, subject }) {
    if (facts.subjectIsActive) return null;
    const what =
      subject.companyId === null
        ? "suspended this organization"
        : `suspended or closed company ${subject.companyId}`;
    return new ServiceError("access_denied", `The platform has ${what}.`, {
      check: "subject_active",
      fix: { kind: "contact_platform" },
    });
  },
};
