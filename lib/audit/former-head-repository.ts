import type { HeadSignature } from "@/lib/audit/chain-repository";
import { db } from "@/lib/kernel/db/client";
import { statement } from "@/lib/kernel/db/statement";

/** The former end of a log, as it is signed. Hashes in hex. */
export type UnsignedHead = {
  organization_id: string;
  entries: number;
  hash: string;
  intact: boolean;
  continued_by: string;
  migrated_at: Date;
};

const listUnsigned = statement<object, UnsignedHead>(
  "list-unsigned-audit-heads",
  {
    organization_id: "text",
    entries: "int4",
    hash: "text",
    intact: "bool",
    continued_by: "text",
    migrated_at: "timestamptz",
  },
  `
  SELECT f.organization_id, f.rows::int AS entries, encode(f.hash, 'hex') AS hash,
    f.broken_row_id IS NULL AS intact, encode(f.continued_by, 'hex') AS continued_by, f.migrated_at
  FROM audit_former_heads f
  WHERE NOT EXISTS (SELECT 1 FROM audit_head_signatures s WHERE s.organization_id = f.organization_id)
  ORDER BY f.organization_id`,
);

/** The former ends of logs that are not signed yet. */
export function listUnsignedHeads(): Promise<UnsignedHead[]> {
  return listUnsigned({});
}

/** Stores a signature unless there is one already. */
export async function insertHeadSignature(
  organizationId: string,
  signature: HeadSignature,
): Promise<void> {
  const data = { organizationId, ...signature };
  await db().auditHeadSignature.createMany({ data, skipDuplicates: true });
}
