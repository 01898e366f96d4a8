import { batch } from "@/lib/core/db/batch";
import { first, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import {
  explainSuspension,
  SUBJECT_STATUS,
  type SubjectStatus,
} from "@/lib/protocol/tokens/explain-suspension";
import {
  type ClientCredentials,
  unknownClient,
} from "@/lib/protocol/tokens/read-client-credentials";
import {
  AUTHENTICATED_CLIENT_FOR_COMPANY,
  CREDENTIALS,
  SECRET_MATCHES,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";
import { PUBLISHER_IS_ACTIVE, SECRET_IS_LIVE } from "@/lib/protocol/tokens/token-state";

/**
 * Authenticates a client in a separate statement, for endpoints that need more than one statement.
 * @param subject in the path, if there is one; here and below
 * @throws ServiceError invalid_client
 */
export async function authenticateClient(
  credentials: SentCredentials,
  subject: Subject | null,
): Promise<void> {
  if (!(await isAuthenticated(credentials, subject))) throw unknownClient();
}

/** Whether the credentials are those of an active client. */
export async function isAuthenticated(
  credentials: SentCredentials,
  subject: Subject | null,
): Promise<boolean> {
  const companyId = subject?.companyId ?? null;
  return (await findAuthenticated({ ...credentials, companyId })) !== undefined;
}

const findAuthenticated = batch<
  SentCredentials & { companyId: number | null },
  { clientId: string }
>(
  "authenticate-client",
  { clientId: "text" },
  { ...CREDENTIALS, companyId: "int8" },
  `${AUTHENTICATED_CLIENT_FOR_COMPANY} SELECT n, client_id AS "clientId" FROM client`,
);

/**
 * The error for credentials that no statement accepted: `invalid_client`, or `unauthorized_client` if the
 * secret is right, and the client is inactive or something is suspended. Only a caller with the secret learns that.
 * @param subject the company or organization in the path, if there is one
 */
export async function credentialsDenial(
  credentials: ClientCredentials,
  subject: Subject | null,
): Promise<ServiceError> {
  const standing = await findClientStanding(credentials, subject);
  if (!standing) return unknownClient();
  if (!standing.isActive) {
    return new ServiceError(
      "unauthorized_client",
      "The client is inactive. Activate it in the console; its codes and refresh tokens then work again.",
      { check: "client_active", fix: { kind: "activate_client" } },
    );
  }
  const { subjectStatus: status } = standing;
  const inactiveSubject = subject && status !== "active" ? { subject, status } : null;
  const suspension = explainSuspension({ ...standing, inactiveSubject });
  if (!suspension) return unknownClient();
  const { message, ...diagnosis } = suspension;
  const next =
    status === "closed" ? "" : " Codes and refresh tokens work again when the suspension ends.";
  return new ServiceError("unauthorized_client", message + next, diagnosis);
}

/** The reason why a client with correct credentials cannot do anything, if there is one. */
type ClientStanding = {
  isActive: boolean;
  isSuspended: boolean;
  /** Why an operator suspended it. */
  suspensionReason: string | null;
  publisherIsActive: boolean;
  subjectStatus: SubjectStatus;
};

type NoSubject = { companyId: null; organizationId: null };
const NO_SUBJECT: NoSubject = { companyId: null, organizationId: null };

const findStanding = sql<ClientCredentials & (Subject | NoSubject), ClientStanding>(
  "find-client-standing",
  {
    isActive: "bool",
    isSuspended: "bool",
    suspensionReason: "text",
    publisherIsActive: "bool",
    subjectStatus: "text",
  },
  `
  SELECT c.is_active AS "isActive", c.suspended_at IS NOT NULL AS "isSuspended",
    c.suspension_reason AS "suspensionReason", ${PUBLISHER_IS_ACTIVE("c")} AS "publisherIsActive",
    ${SUBJECT_STATUS(":companyId::bigint", ":organizationId")} AS "subjectStatus"
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = :clientId AND ${SECRET_MATCHES} AND ${SECRET_IS_LIVE} AND c.deleted_at IS NULL
  LIMIT 1`,
);

/**
 * The facts about the client with these credentials; null if they are wrong.
 * @param subject in the path, if there is one
 */
export async function findClientStanding(
  credentials: ClientCredentials,
  subject: Subject | null,
): Promise<ClientStanding | null> {
  return first(await findStanding({ ...credentials, ...(subject ?? NO_SUBJECT) }));
}
