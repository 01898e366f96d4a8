import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** A draft can be installed only by its own organization and company, and by the companies that it names. */
export const checkListing: AuthorizeCheck = {
  sql: "client.is_installable",
  run({ facts, subject }) {
    if (facts.client === null || facts.client.isInstallable) return null;
    const subjectName =
      subject.companyId === null ? "this organization" : `company ${subject.companyId}`;
    return new ServiceError(
      "access_denied",
      `The extension is a draft, and ${subjectName} is not among the companies that it is for.`,
      { check: "listing", fix: { kind: "change_listing" } },
    );
  },
};
