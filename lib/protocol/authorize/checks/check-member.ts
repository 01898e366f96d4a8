import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** A person must be signed in. */
export const checkLogin: AuthorizeCheck = {
  sql: "session.user_id IS NOT NULL",
  run({ facts }) {
    if (facts.userId !== null) return null;
    return new ServiceError("login_required", "No one is signed in.", {
      check: "login",
      fix: { kind: "remove_parameter", name: "prompt" },
    });
  },
};

/** The signed-in person must belong to the company or organization in the path. */
export const checkMembership: AuthorizeCheck = {
  sql: "member.role IS NOT NULL",
  run({ facts, subject }) {
    if (facts.role !== null) return null;
    const name = subject.companyId === null ? "this organization" : `company ${subject.companyId}`;
    return new ServiceError(
      "access_denied",
      `You are not a member of ${name}. Sign in as a member.`,
      { check: "membership", fix: { kind: "use_other_company", company_id: null } },
    );
  },
};

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

/** A member of an organization that requires a second factor must have one (ADR 17). */
export const checkSecondFactor: AuthorizeCheck = {
  sql: "member.lacks_second_factor IS NOT TRUE",
  run({ facts }) {
    if (!facts.lacksSecondFactor) return null;
    return new ServiceError(
      "login_required",
      "The organization requires a second factor, and the signed-in person has none.",
      { check: "second_factor", fix: { kind: "remove_parameter", name: "prompt" } },
    );
  },
};
