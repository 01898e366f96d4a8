import type { z } from "zod";
import type { AuditChoices, AuditEntryRow, AuditLog } from "@/lib/audit/log-statements";
import { AUDIT, organizationLog, PLATFORM_AUDIT, platformLog } from "@/lib/audit/logs";
import {
  type AuditFilter,
  exportAuditQuerySchema,
  exportPlatformAuditQuerySchema,
  listAuditQuerySchema,
  listPlatformAuditQuerySchema,
} from "@/lib/audit/query-schemas";
import { recordChange, recordedFilter, recordPlatformChange } from "@/lib/audit/record-change";
import {
  type AuditEntry,
  auditEntrySchema,
  auditExportSchema,
  auditListSchema,
  auditVerdictSchema,
  chainVerdictSchema,
} from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";
import { walkOrganizationChain, walkPlatformChain } from "@/lib/audit/walk-chain";
import { db } from "@/lib/core/db/client";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import type { JsonObject } from "@/lib/core/json";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { toWire } from "@/lib/core/schemas/to-wire";
import { isObject } from "@/lib/core/values/object-values";
import { organization, platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { operation } from "@/lib/operation/operation";
import { file, json, value } from "@/lib/operation/returns";

const ofOrganization = { access: organization("audit:read"), tag: "Audit" } as const;
const ofPlatform = { access: platform("platform-audit:read"), tag: "Platform audit" } as const;

const listed = { returns: json(auditListSchema, "A page of entries.") } as const;

export const listAudit = operation({
  ...ofOrganization,
  ...listed,
  id: "listAudit",
  request: { route: `GET ${AUDIT}`, params: organizationParams, query: listAuditQuerySchema },
  summary: "List the audit log",
  description:
    "Lists changes, revealed secrets, exports and denied requests in the organization, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  run({ query, caller: { organizationId } }) {
    return listEntries(`audit:${organizationId}`, organizationLog({ organizationId }), query);
  },
});

export const listPlatformAudit = operation({
  ...ofPlatform,
  ...listed,
  id: "listPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}`, query: listPlatformAuditQuerySchema },
  summary: "List the platform's audit log",
  description:
    "Lists what operators and service keys changed or were denied, and who joined or left a company, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  run: ({ query }) => listEntries("platform-audit", platformLog, query),
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
  return { body: { items: rows.map(serializeEntry), page } };
}

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

const exported = {
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  returns: file(auditExportSchema, "The entries as a file."),
} as const;

export const exportAudit = operation({
  ...ofOrganization,
  ...exported,
  id: "exportAudit",
  request: {
    route: `GET ${AUDIT}/export`,
    params: organizationParams,
    query: exportAuditQuerySchema,
  },
  summary: "Export the audit log",
  run({ query, caller, info }) {
    const { organizationId } = caller;
    const target = `organization:${organizationId}`;
    return exportLog(organizationLog({ organizationId }), organizationId, query, (after) =>
      recordChange(db(), caller, info, { action: "audit.exported", target, after }),
    );
  },
});

export const exportPlatformAudit = operation({
  ...ofPlatform,
  ...exported,
  id: "exportPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}/export`, query: exportPlatformAuditQuerySchema },
  summary: "Export the platform's audit log",
  run({ query, caller, info }) {
    const change = { action: "audit.exported", target: "platform" };
    return exportLog(platformLog, "platform", query, (after) =>
      recordPlatformChange(db(), platformActor(caller), info, { ...change, after }),
    );
  },
});

/** Exports the entries up to the newest one at the time of the request, without the one about the export itself. */
async function exportLog(
  log: AuditLog,
  name: string,
  { format, ...filter }: z.output<typeof exportAuditQuerySchema>,
  record: (after: JsonObject) => Promise<void>,
) {
  const end = await log.readEnd();
  await record({ format, ...recordedFilter(filter) });
  const parts = readEntries(log, filter, end);
  return exportFile({ name: `audit-${name}`, format, columns: COLUMNS, parts });
}

const BATCH = 500;

const COLUMNS: ExportColumns<AuditEntry> = [
  ["id", (entry) => entry.id],
  ["created_at", (entry) => entry.created_at],
  ["action", (entry) => entry.action],
  ["target", (entry) => entry.target],
  ["target_name", (entry) => entry.target_name],
  ["actor", ({ actor }) => `${actor.type}:${actor.id}`],
  ["actor_name", ({ actor }) => actor.name],
  ["actor_email", ({ actor }) => actor.email],
  ["ip_address", (entry) => entry.ip_address],
  ["request_id", (entry) => entry.request_id],
  ["before", ({ before }) => before && JSON.stringify(before)],
  ["after", ({ after }) => after && JSON.stringify(after)],
  ["previous_hash", (entry) => entry.previous_hash],
  ["hash", (entry) => entry.hash],
];

/** The matching entries below an id in batches, newest first. */
async function* readEntries(
  log: AuditLog,
  filter: AuditFilter,
  belowId: string | undefined,
): AsyncGenerator<AuditEntry[]> {
  let id = belowId;
  while (id !== undefined) {
    const after = { id, value: "" };
    const { rows } = await log.list(filter, { after, limit: BATCH, offset: 0, isCounted: false });
    yield rows.map(serializeEntry);
    id = rows[BATCH - 1]?.id;
  }
}

const DESCRIPTION_OF_VERIFY =
  "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.";

export const verifyAudit = operation({
  ...ofOrganization,
  id: "verifyAudit",
  request: { route: `GET ${AUDIT}/verify`, params: organizationParams },
  summary: "Verify the audit log",
  description: DESCRIPTION_OF_VERIFY,
  returns: json(auditVerdictSchema, "What was found."),
  run: async ({ caller }) => ({ body: await walkOrganizationChain(caller.organizationId) }),
});

export const verifyPlatformAudit = operation({
  ...ofPlatform,
  id: "verifyPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}/verify` },
  summary: "Verify the platform's audit log",
  description: DESCRIPTION_OF_VERIFY,
  returns: json(chainVerdictSchema, "What was found."),
  run: async () => ({ body: await walkPlatformChain() }),
});

function serializeEntry(row: AuditEntryRow): AuditEntry {
  const [type = "", id = ""] = row.actor.split(":", 2);
  const personal = Object.entries(row.personal ?? {}).map(
    ([place, value]) => [place, value ?? ERASED] as const,
  );
  return {
    ...toWire(row, auditEntrySchema),
    actor: { type, id, name: row.actorName, email: row.actorEmail },
    before: withPersonal(row.before, "before.", personal),
    after: withPersonal(row.after, "after.", personal),
    ip_address: Object.fromEntries(personal).ip_address ?? row.ipAddress,
  };
}

// A row written into the table by hand must still be shown.
function withPersonal(
  stored: unknown,
  side: string,
  personal: readonly (readonly [place: string, value: string])[],
): Record<string, unknown> | null {
  if (stored === null) return null;
  const ofSide = personal.filter(([place]) => place.startsWith(side));
  return ofSide.reduce(
    (entry, [place, value]) => withValueAt(entry, place.slice(side.length).split("."), value),
    isObject(stored) ? stored : { value: stored },
  );
}

function withValueAt(
  object: Record<string, unknown>,
  [name = "", ...rest]: string[],
  value: string,
): Record<string, unknown> {
  if (rest.length === 0) return { ...object, [name]: value };
  const part = object[name];
  return { ...object, [name]: withValueAt(isObject(part) ? part : {}, rest, value) };
}
