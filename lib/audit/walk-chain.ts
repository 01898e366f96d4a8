import type { AuditLog, ChainRow } from "@/lib/audit/log-statements";
import { organizationLog, platformLog } from "@/lib/audit/logs";
import type { AuditVerdict, ChainVerdict } from "@/lib/audit/schemas";
import { sql } from "@/lib/core/db/sql";

type Break = NonNullable<ChainVerdict["broken"]>;

const BATCH = 1_000;

/** Verifies the chain of an organization's audit rows from the first to the last. */
export async function walkOrganizationChain(organizationId: string): Promise<AuditVerdict> {
  const name = `Organization ${organizationId}`;
  const verdict = await walkChain(name, organizationLog({ organizationId }));
  return { organization_id: organizationId, ...verdict };
}

/** Verifies the chain of the platform's own audit rows from the first to the last. */
export function walkPlatformChain(): Promise<ChainVerdict> {
  return walkChain("Platform", platformLog);
}

/**
 * Walks a chain of audit rows from the first to the last, in batches, and reports the first break: a row that does not
 * match its hash, one that does not follow the previous row, or an end that differs from the recorded one. Rows written
 * meanwhile are included. Erased personal values are counted and do not break the chain.
 */
async function walkChain(name: string, log: AuditLog): Promise<ChainVerdict> {
  let last: ChainRow | null = null;
  let entries = 0;
  let erased = 0;
  for (;;) {
    const { head, rows } = await log.readChain(last?.id ?? null, BATCH);
    const verdict = (broken: Break | null): ChainVerdict => ({
      intact: broken === null,
      entries,
      erased,
      hash: last?.hash ?? null,
      broken: broken && { ...broken, message: `${name}: ${broken.message}` },
    });
    for (const row of rows) {
      const broken = checkLink(row, last);
      if (broken) return verdict(broken);
      last = row;
      entries += 1;
      erased += row.erased;
    }
    if (rows.length === BATCH) continue;
    return verdict(checkEnd(last, entries, head ?? { rows: 0, hash: "" }));
  }
}

function checkLink(row: ChainRow, last: ChainRow | null): Break | null {
  const broken = brokenLink(row, last);
  if (broken === "changed") {
    return breakAt("changed", row, "was changed after it was written: it does not match its hash.");
  }
  if (!row.fit) {
    const what = "has a changed personal value: it does not match the digest in the row.";
    return breakAt("changed", row, what);
  }
  if (broken === null) return null;
  const before = last ? `row ${last.id}, the previous row` : "the beginning of the log";
  return breakAt(
    "unlinked",
    row,
    `does not follow ${before}: rows were removed or inserted in between, or the previous row was replaced.`,
  );
}

function checkEnd(
  last: ChainRow | null,
  entries: number,
  noted: { rows: number; hash: string },
): Break | null {
  const missing = noted.rows - entries;
  if (missing > 0) {
    const many = missing === 1 ? "1 row that was written after it is" : `${missing} rows are`;
    return breakAt("end_missing", last, `is the last that is left: ${many} missing at the end.`);
  }
  if (missing === 0 && (last?.hash ?? "") === noted.hash) return null;
  return breakAt(
    "end_changed",
    last,
    "is not the end that was noted: rows were put in or replaced at the end.",
  );
}

function breakAt(kind: Break["kind"], row: ChainRow | null, what: string): Break {
  if (!row) {
    return { kind, message: "no row is left, and there should be some.", entry: null };
  }
  const at = row.createdAt?.toISOString() ?? null;
  return {
    kind,
    message: `row ${row.id} (${row.action} by ${row.actor}, ${at ?? "at an invalid time"}) ${what}`,
    entry: { id: row.id, actor: row.actor, action: row.action, created_at: at },
  };
}

/**
 * How an entry breaks its chain: it does not match its hash, or does not follow the last one. Null if it does neither.
 * Hashes in hex, of which the last was computed from its content.
 */
export function brokenLink(
  {
    previousHash,
    hash,
    computedHash,
  }: { previousHash: string | null; hash: string; computedHash: string },
  last: { hash: string } | null,
): "changed" | "unlinked" | null {
  if (computedHash !== hash) return "changed";
  return previousHash === (last?.hash ?? null) ? null : "unlinked";
}

/** The verdict on a log. `organization_id` is absent for the platform's own. */
export type LogVerdict = ChainVerdict & { organization_id?: string };

/**
 * Verifies the platform's audit log and those of all organizations one by one, for operators.
 * @param organizationId only this one
 */
export async function* verifyInstallation(organizationId?: string): AsyncGenerator<LogVerdict> {
  if (organizationId === undefined) yield await walkPlatformChain();
  for (const { id } of await listChains({})) {
    if (organizationId === undefined || id === organizationId) {
      yield await walkOrganizationChain(id);
    }
  }
}

const listChains = sql<object, { id: string }>(
  "list-audit-chains",
  { id: "text" },
  `
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT 1 FROM audit_heads h WHERE h.scope = o.id)
    OR EXISTS (SELECT 1 FROM audit_rows r WHERE r.organization_id = o.id)
  ORDER BY o.id`,
);
