import type { AuditEntryRow } from "@/lib/audit/list-sql";
import { platformAuditLog } from "@/lib/audit/platform/list-repository";
import { AUDIT, platformPermission, TAG } from "@/lib/audit/platform/paths";
import { listPlatformAuditQuerySchema } from "@/lib/audit/query-schemas";
import { auditListSchema } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists a page of the platform's audit log, newest first.
 * @throws ServiceError forbidden, insufficient_scope; invalid_request for a forged cursor or one combined with a page
 * number
 */
export const listPlatformAudit = operation({
  id: "listPlatformAudit",
  route: `GET ${AUDIT}`,
  access: platform(platformPermission),
  summary: "List the platform's audit log",
  description:
    "Lists what operators and service keys changed or were denied, and who joined or left a company, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: TAG,
  query: listPlatformAuditQuerySchema,
  returns: json(auditListSchema, "A page of entries."),
  async run({ query }) {
    const list: PagedList<AuditEntryRow> = {
      name: "platform-audit",
      positionOf: ({ id }) => ({ id, value: "" }),
      read: (part) => platformAuditLog.list({}, query, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeAuditEntry), page } };
  },
});
