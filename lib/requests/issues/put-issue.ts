import { recordChange } from "@/lib/audit/record-change";
import { CLIENT_PATH, NoSuchClientError, ofClient } from "@/lib/clients/paths";
import { transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import { toWire } from "@/lib/core/schemas/to-wire";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  issueInPath,
  issueInputSchema,
  issueResolutionSchema,
} from "@/lib/requests/issues/schemas";

/**
 * Resolves an issue of a client of the caller's organization, or opens it again. Nothing else is stored: an issue opens
 * by itself when a request is denied for its cause after it was resolved.
 * @throws ServiceError not_found or forbidden
 */
export const putIssue = operation({
  id: "putIssue",
  request: {
    route: `PUT ${CLIENT_PATH}/issues/{check}`,
    params: ofClient.extend(issueInPath),
    body: issueInputSchema,
  },
  access: organization("clients:write"),
  summary: "Resolve an issue of a client",
  description:
    "Resolves an issue, or opens it again. A resolved issue opens by itself when its cause returns.",
  tag: "Requests",
  returns: json(issueResolutionSchema, "The decision."),
  run({ params: { client_id: clientId, check }, body: { state }, caller, info }) {
    const isResolved = state === "resolved";
    const issue = { organizationId: caller.organizationId, clientId, check };
    return transaction(async (tx) => {
      const userId = caller.kind === "user" ? caller.userId : null;
      const [row] = isResolved
        ? await storeResolution({ ...issue, userId }, tx)
        : await deleteResolution(issue, tx);
      if (!row) throw new NoSuchClientError();
      await recordChange(tx, caller, info, {
        action: isResolved ? "issue.resolved" : "issue.reopened",
        target: `client:${clientId}`,
        after: { check },
      });
      return { body: { check, ...toWire(row, issueResolutionSchema) } };
    });
  },
});

type IssueKey = { organizationId: string; clientId: string; check: string };
type Resolution = { resolvedAt: Date | null; resolvedBy: string | null };

const OWN = `SELECT client_id FROM clients
  WHERE organization_id = :organizationId AND client_id = :clientId AND deleted_at IS NULL`;

const storeResolution = sql<IssueKey & { userId: string | null }, Resolution>(
  "resolve-issue",
  { resolvedAt: "timestamptz?", resolvedBy: "text?" },
  `
  WITH stored AS (
    INSERT INTO issue_resolutions (client_id, "check", resolved_at, resolved_by)
    SELECT own.client_id, :check, clock_timestamp(), :userId FROM (${OWN}) own
    ON CONFLICT (client_id, "check") DO UPDATE SET resolved_at = excluded.resolved_at, resolved_by = excluded.resolved_by
    RETURNING resolved_at, resolved_by
  )
  SELECT resolved_at AS "resolvedAt", ${PERSON_NAME("u")} AS "resolvedBy"
  FROM stored LEFT JOIN users u ON u.id = stored.resolved_by`,
);

const deleteResolution = sql<IssueKey, Resolution>(
  "reopen-issue",
  { resolvedAt: "timestamptz?", resolvedBy: "text?" },
  `
  WITH own AS (${OWN}),
  deleted AS (
    DELETE FROM issue_resolutions x USING own WHERE x.client_id = own.client_id AND x."check" = :check
  )
  SELECT NULL::timestamptz AS "resolvedAt", NULL AS "resolvedBy" FROM own`,
);
