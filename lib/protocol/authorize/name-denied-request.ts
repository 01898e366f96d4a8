import type { Subject } from "@/lib/core/subject";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { readDeniedNames } from "@/lib/protocol/authorize/repository";

/** The names that the page of a denied request may show, and where the person continues. */
export type DeniedRequest = {
  clientName: string | null;
  subjectName: string | null;
  back: { href: string; label: "company" | "organization" | "start" };
};

/** Nothing of the request was verified. */
export const UNVERIFIED: DeniedRequest = {
  clientName: null,
  subjectName: null,
  back: { href: "/", label: "start" },
};

/** Names the extension if it exists, and the company or organization only to its own signed-in members. */
export async function nameDeniedRequest(context: AuthorizeContext): Promise<DeniedRequest> {
  const { parameters, subject, facts } = context;
  const isMember = facts.role !== null;
  const clientId = facts.client ? parameters.clientId : null;
  const knownSubject = isMember ? subject : { companyId: null, organizationId: null };
  const [names] = clientId || isMember ? await readDeniedNames({ clientId, ...knownSubject }) : [];
  return { ...UNVERIFIED, ...names, ...(isMember && { back: extensionsOf(subject) }) };
}

function extensionsOf({ companyId, organizationId }: Subject): DeniedRequest["back"] {
  return companyId === null
    ? { href: `/organization/${organizationId}/installed`, label: "organization" }
    : { href: `/company/${companyId}/extensions`, label: "company" };
}
