import { auditLog } from "@/lib/audit/list-repository";
import type { AuditEntryRow } from "@/lib/audit/list-sql";
import { AUDIT, ofOrganization } from "@/lib/audit/paths";
import { listAuditQuerySchema } from "@/lib/audit/query-schemas";
import { auditListSchema } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists a page of the audit log of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listAudit = operation({
  id: "listAudit",
  route: `GET ${AUDIT}`,
  access: organization("audit:read"),
  summary: "List the audit log",
  description:
    "Lists changes, revealed secrets, exports and denied requests in the organization, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: "Audit",
  params: ofOrganization,
  query: listAuditQuerySchema,
  returns: json(auditListSchema, "A page of entries."),
  async run({ query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<AuditEntryRow> = {
      name: `audit:${organizationId}`,
      positionOf: ({ id }) => ({ id, value: "" }),
      read: (part) => auditLog.list({ organizationId }, query, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeAuditEntry), page } };
  },
});
