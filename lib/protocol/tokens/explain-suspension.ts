import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { Subject } from "@/lib/core/subject";

/** Whether a company or an organization may be used, or why not; a closed one is a company. */
export type SubjectStatus = "active" | "suspended" | "closed";

/** The status of the company or organization that a code or token is for, for a message. */
export const SUBJECT_STATUS = (companyId: string, organizationId: string) => `
  coalesce((SELECT k.status::text FROM companies k WHERE k.id = ${companyId}),
    (SELECT v.status::text FROM organizations v WHERE v.id = ${organizationId}), 'active')`;

/** The parties to a request that may be suspended. */
export type Suspension = {
  isSuspended: boolean;
  /** Why an operator suspended the client; shown to its publisher and to sellers. */
  suspensionReason: string | null;
  publisherIsActive: boolean;
  /** The company or organization of the request, if it is not active. */
  inactiveSubject: { subject: Subject; status: SubjectStatus } | null;
};

const CONTACT_PLATFORM = { kind: "contact_platform" } as const;

/** The suspension in a sentence for developers and sellers, or null. A suspended client comes first. */
export function explainSuspension(found: Suspension): (Diagnosis & { message: string }) | null {
  const fix = CONTACT_PLATFORM;
  if (found.isSuspended) {
    const message = clientSuspended(found.suspensionReason);
    const { suspensionReason } = found;
    return { check: "client_not_suspended", fix, message, suspensionReason };
  }
  if (!found.publisherIsActive) {
    const message = "The platform has suspended the organization that publishes this extension.";
    return { check: "publisher_active", fix, message };
  }
  if (found.inactiveSubject) {
    const { subject, status } = found.inactiveSubject;
    return { check: "subject_active", fix, message: subjectInactive(subject, status) };
  }
  return null;
}

/** That a company or an organization is suspended, or a company closed. */
export function subjectInactive(subject: Subject, status: SubjectStatus): string {
  const { companyId, organizationId } = subject;
  const what = companyId === null ? `organization ${organizationId}` : `company ${companyId}`;
  return `The platform has ${status === "closed" ? "closed" : "suspended"} ${what}.`;
}

/** That a client is suspended, with the reason, if an operator gave one. */
export function clientSuspended(reason: string | null): string {
  const what = "The platform has suspended this extension";
  if (!reason) return `${what}.`;
  return `${what}: ${reason.trim().replace(/(?<![.!?])$/, ".")}`;
}
