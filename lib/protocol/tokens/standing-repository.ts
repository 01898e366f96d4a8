import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";
import { SECRET_MATCHES } from "@/lib/protocol/tokens/statements";
import {
  PUBLISHER_IS_ACTIVE,
  SECRET_IS_LIVE,
  SUBJECT_STATUS,
  type SubjectStatus,
} from "@/lib/protocol/tokens/token-state";

/** The reason why a client with correct credentials cannot do anything, if there is one. */
export type ClientStanding = {
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
  const [row] = await findStanding({ ...credentials, ...(subject ?? NO_SUBJECT) });
  return row ?? null;
}
