import type { z } from "zod";
import type { AuditChoices, AuditEntryRow, AuditLog } from "@/lib/audit/log-statements";
import { AUDIT, organizationLog, PLATFORM_AUDIT, platformLog } from "@/lib/audit/logs";
import { listAuditQuerySchema, listPlatformAuditQuerySchema } from "@/lib/audit/query-schemas";
import { auditListSchema } from "@/lib/audit/schemas";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization, platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json, value } from "@/lib/operation/returns";

/**
 * Lists a page of the audit log of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listAudit = operation({
  id: "listAudit",
  request: { route: `GET ${AUDIT}`, params: organizationParams, query: listAuditQuerySchema },
  access: organization("audit:read"),
  summary: "List the audit log",
  description:
    "Lists changes, revealed secrets, exports and denied requests in the organization, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: "Audit",
  returns: json(auditListSchema, "A page of entries."),
  async run({ query, caller: { organizationId } }) {
    const body = await listEntries(
      `audit:${organizationId}`,
      organizationLog({ organizationId }),
      query,
    );
    return { body };
  },
});

/**
 * Lists a page of the platform's audit log, newest first.
 * @throws ServiceError forbidden, insufficient_scope; invalid_request for a forged cursor or one combined with a page
 * number
 */
export const listPlatformAudit = operation({
  id: "listPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}`, query: listPlatformAuditQuerySchema },
  access: platform("platform-audit:read"),
  summary: "List the platform's audit log",
  description:
    "Lists what operators and service keys changed or were denied, and who joined or left a company, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: "Platform audit",
  returns: json(auditListSchema, "A page of entries."),
  async run({ query }) {
    return { body: await listEntries("platform-audit", platformLog, query) };
  },
});

/** The filter choices for the audit log of the caller's organization: the actions and actors of its newest entries. */
export const listAuditChoices = operation({
  id: "listAuditChoices",
  access: listAudit.access,
  returns: value<AuditChoices>(),
  run: ({ caller: { organizationId } }) => organizationLog({ organizationId }).readChoices(),
});

/** Like {@link listAuditChoices}, for the platform's audit log. */
export const listPlatformChoices = operation({
  id: "listPlatformChoices",
  access: listPlatformAudit.access,
  returns: value<AuditChoices>(),
  run: () => platformLog.readChoices(),
});

async function listEntries(
  name: string,
  log: AuditLog,
  query: z.output<typeof listAuditQuerySchema>,
) {
  const list: PagedList<AuditEntryRow> = {
    name,
    positionOf: ({ id }) => ({ id, value: "" }),
    read: (part) => log.list(query, part),
  };
  const { rows, page } = await readPage(list, query);
  return { items: rows.map(serializeAuditEntry), page };
}
