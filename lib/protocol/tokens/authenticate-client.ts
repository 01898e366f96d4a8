import { batch } from "@/lib/core/db/batch";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import {
  activeSubject,
  CLIENT_CONDITIONS,
  SUBJECT_STATUS,
  type SubjectStatus,
} from "@/lib/protocol/tokens/client-conditions";
import { firstFailed } from "@/lib/protocol/tokens/conditions";
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
import { SECRET_IS_LIVE } from "@/lib/protocol/tokens/token-state";

/**
 * Whether the credentials are those of an active client, in a separate statement, for endpoints that need more than one.
 * @param subject in the path, if there is one; here and below
 */
export async function isAuthenticated(
  credentials: SentCredentials,
  subject: Subject | null,
): Promise<boolean> {
  const companyId = subject?.companyId ?? null;
  return (await findAuthenticated({ ...credentials, companyId })) !== undefined;
}

const findAuthenticated = batch(
  "authenticate-client",
  { clientId: "text" },
  { ...CREDENTIALS, companyId: "int8?" },
  `${AUTHENTICATED_CLIENT_FOR_COMPANY} SELECT n, client_id AS "clientId" FROM client`,
);

const CONDITIONS = {
  ...CLIENT_CONDITIONS,
  subject_suspended: activeSubject(":companyId::bigint", ":organizationId"),
};

/** The first condition that is not true; null if all are. */
type Standing = {
  state: keyof typeof CONDITIONS | null;
  suspensionReason: string | null;
  subjectStatus: SubjectStatus;
};

const NO_SUBJECT = { companyId: null, organizationId: null };

const findStanding = sql<ClientCredentials & (Subject | typeof NO_SUBJECT), Standing>(
  "find-client-standing",
  { state: "text?", suspensionReason: "text?", subjectStatus: "text" },
  `
  SELECT ${firstFailed(CONDITIONS, (state) => `'${state}'`, "NULL")} AS state,
    c.suspension_reason AS "suspensionReason",
    ${SUBJECT_STATUS(":companyId::bigint", ":organizationId")} AS "subjectStatus"
  FROM clients c JOIN client_secrets s ON s.client_id = c.client_id
  WHERE c.client_id = :clientId AND ${SECRET_MATCHES} AND ${SECRET_IS_LIVE} AND c.deleted_at IS NULL
  LIMIT 1`,
);

/**
 * The error for credentials that no statement accepted: `invalid_client`, or `unauthorized_client` if the
 * secret is right, and the client is inactive or something is suspended. Only a caller with the secret learns that.
 */
export async function credentialsDenial(
  credentials: ClientCredentials,
  subject: Subject | null,
): Promise<ServiceError> {
  const of = subject ?? NO_SUBJECT;
  const [standing] = await findStanding({ ...credentials, ...of });
  if (!standing?.state) return unknownClient();
  const { message, check, fix } = CONDITIONS[standing.state];
  const isOver = standing.state === "client_inactive" || standing.subjectStatus === "closed";
  const next = isOver ? "" : " Codes and refresh tokens work again when the suspension ends.";
  const what = typeof message === "string" ? message : message({ ...of, ...standing });
  return new ServiceError("unauthorized_client", what + next, { check, fix });
}
