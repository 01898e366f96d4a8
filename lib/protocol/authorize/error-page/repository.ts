import { sql } from "@/lib/core/db/sql";
import { ORGANIZATION_MEMBERS } from "@/lib/operation/access/find-organization-membership";

/** What a denied request names, as far as it exists. */
export type DeniedNames = {
  /** Null without a client. */
  clientId: string | null;
  clientName: string | null;
  logoId: string | null;
  supportEmail: string | null;
  publisherId: string | null;
  publisherName: string | null;
  /** Whether the signed-in person may see the client in the console. */
  isOfPublisher: boolean;
  isSignedIn: boolean;
  /** Name of the company or organization; null for people who do not belong to it. */
  subjectName: string | null;
};

/** Reads {@link DeniedNames} for the person of a session; null for what the request does not name. */
export const readDeniedNames = sql<
  {
    sessionId: string | null;
    clientId: string | null;
    companyId: number | null;
    organizationId: string | null;
  },
  DeniedNames
>(
  "read-denied-names",
  {
    clientId: "text",
    clientName: "text",
    logoId: "text",
    supportEmail: "text",
    publisherId: "text",
    publisherName: "text",
    isOfPublisher: "bool",
    isSignedIn: "bool",
    subjectName: "text",
  },
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
