import { logFailure } from "@/lib/core/db/database-health";
import { type RowOf, sql } from "@/lib/core/db/sql";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { imageAddress } from "@/lib/core/images/image-address";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { Subject } from "@/lib/core/subject";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { ORGANIZATION_MEMBERS } from "@/lib/operation/access/find-organization-membership";

/** A request that was denied without a redirect. */
export type DeniedAuthorize = {
  request: ApiRequest;
  requestId: string;
  error: ServiceError;
  /** Whom the request is for, if it could be read. */
  subject?: Subject | undefined;
  /** The client and the redirect_uri that were looked up; missing if the request failed before. */
  asked?: { clientId: string; redirectUri: string; registered: readonly string[] } | undefined;
  /** Where the request continues with another account, if that may help. */
  switchAccountTo?: string | undefined;
};

/** What the page of a denied request may show to the person who sees it. */
export type Denial = Awaited<ReturnType<typeof describeDenial>>;

const DENIED_NAMES = {
  clientId: "text?",
  clientName: "text?",
  logoId: "text?",
  supportEmail: "text?",
  publisherId: "text?",
  publisherName: "text?",
  /** Whether the signed-in person may see the client in the console. */
  isOfPublisher: "bool",
  isSignedIn: "bool",
  /** Name of the company or organization; null for people who do not belong to it. */
  subjectName: "text?",
} as const;

/** What a denied request names, as far as it exists. */
type DeniedNames = RowOf<typeof DENIED_NAMES>;

const NO_NAMES: DeniedNames = {
  clientId: null,
  clientName: null,
  logoId: null,
  supportEmail: null,
  publisherId: null,
  publisherName: null,
  isOfPublisher: false,
  isSignedIn: false,
  subjectName: null,
};

/**
 * Looks up the names for the page of a denied request: of the extension, if it exists, and of the company or
 * organization, which only its signed-in members see. Only members of the publisher see registered addresses.
 */
export async function describeDenial(denied: DeniedAuthorize) {
  const { error, requestId, subject, asked, switchAccountTo = null } = denied;
  const { clientId, publisherId, logoId, ...names } = await readNames(denied);
  const isAboutAddress = error.diagnosis.check === "redirect_uri_registered";
  const registered = names.isOfPublisher ? (asked?.registered ?? []) : [];
  return {
    ...names,
    error,
    requestId,
    subject: subject ?? null,
    switchAccountTo,
    logoUri: imageAddress(logoId),
    /** The client and its organization, for the address of the request in the console. */
    client: clientId && publisherId ? { clientId, organizationId: publisherId } : null,
    /** The redirect_uri that was sent, and the registered ones. */
    addresses: isAboutAddress && asked ? { sent: asked.redirectUri, registered } : null,
  };
}

// The page of our own failure asks the database nothing: it may be the reason.
async function readNames(denied: DeniedAuthorize): Promise<DeniedNames> {
  const { request, requestId, error, subject } = denied;
  if (error.status >= 500) return NO_NAMES;
  try {
    const [names] = await readDeniedNames({
      sessionId: readSessionId(request.headers.get("cookie")),
      clientId: namedClient(denied),
      companyId: subject?.companyId ?? null,
      organizationId: subject?.organizationId ?? null,
    });
    return names ?? NO_NAMES;
  } catch (err) {
    logFailure(err, "the names for an error page could not be read", { request_id: requestId });
    return NO_NAMES;
  }
}

// A malformed request was not parsed, so its client is read from the query if it is there once.
function namedClient({ request, asked }: DeniedAuthorize): string | null {
  const clientIds = asked
    ? [asked.clientId]
    : new URL(request.url).searchParams.getAll("client_id");
  const [clientId = ""] = clientIds;
  return clientIds.length === 1 && isClientId(clientId) ? clientId : null;
}

type DeniedIds = Record<"sessionId" | "clientId" | "organizationId", string | null> & {
  companyId: number | null;
};

/** Reads {@link DeniedNames} for the person of a session; null for what the request does not name. */
export const readDeniedNames = sql<DeniedIds, DeniedNames>(
  "read-denied-names",
  DENIED_NAMES,
  `
  WITH person AS (
    SELECT u.id
    FROM user_sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = :sessionId AND s.ended_at IS NULL AND s.expires_at > now()
      AND NOT s.second_factor_pending AND u.deactivated_at IS NULL
  )
  SELECT c.client_id AS "clientId", c.name AS "clientName", c.logo_id AS "logoId",
    c.support_email AS "supportEmail", publisher.id AS "publisherId", publisher.name AS "publisherName",
    EXISTS (SELECT FROM ${ORGANIZATION_MEMBERS(":sessionId::text")} AS m JOIN person ON person.id = m.user_id
      WHERE m.organization_id = c.organization_id AND NOT m.lacks_second_factor) AS "isOfPublisher",
    EXISTS (SELECT FROM person) AS "isSignedIn",
    coalesce(
      (SELECT company.name FROM person JOIN company_members m ON m.user_id = person.id
        JOIN companies company ON company.id = m.company_id WHERE company.id = :companyId::int8),
      (SELECT organization.name FROM person JOIN organization_members m ON m.user_id = person.id
        JOIN organizations organization ON organization.id = m.organization_id
        WHERE organization.id = :organizationId)) AS "subjectName"
  FROM (SELECT) AS request
  LEFT JOIN clients c ON c.client_id = :clientId AND c.deleted_at IS NULL
  LEFT JOIN organizations publisher ON publisher.id = c.organization_id`,
);
