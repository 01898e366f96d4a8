import { type StoreOutcome, UNCHANGED } from "@/lib/audit/store-outcome";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { CompanyFields } from "@/lib/platform/companies/schemas";
import { auditedCompany } from "@/lib/platform/companies/serialize";
import { outcomeOf } from "@/lib/platform/record-stored";

type CompanyRecord = CompanyFields & { company_id: number };

const storeCompanies = sql<
  { sent: string },
  { position: number; outcome: "created" | "unchanged" }
>(
  "import-companies",
  { position: "int4", outcome: "text" },
  `
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset(:sent::jsonb)
      AS s (position int, company_id bigint, name text, status company_status, is_sandbox boolean)
  ),
  created AS (
    INSERT INTO companies (id, name, status, is_sandbox, is_external)
    SELECT company_id, name, coalesce(status, 'active'), coalesce(is_sandbox, false), true
    FROM sent WHERE name IS NOT NULL ORDER BY company_id
    ON CONFLICT (id) DO NOTHING RETURNING id
  )
  SELECT position, 'created' AS outcome FROM sent JOIN created ON created.id = company_id
  UNION ALL
  SELECT position, 'unchanged' FROM sent s JOIN companies c ON c.id = s.company_id
  WHERE c.is_external AND c.name = coalesce(s.name, c.name) AND c.status = coalesce(s.status, c.status)
    AND c.is_sandbox = coalesce(s.is_sandbox, c.is_sandbox)`,
);

/**
 * Creates companies in one statement, and recognizes those that already are as sent. What else there is to do is left to
 * `storeCompany`. No two records may have the same id.
 * @returns the outcome for each record, in the same order; null if it was left alone
 */
export async function importCompanies(
  tx: Database,
  records: readonly CompanyRecord[],
): Promise<(StoreOutcome | null)[]> {
  const sent = JSON.stringify(records.map((record, position) => ({ ...record, position })));
  const rows = await storeCompanies({ sent }, tx);
  const outcomes = new Map(rows.map(({ position, outcome }) => [position, outcome]));
  return records.map((record, position) => {
    const outcome = outcomes.get(position);
    if (!outcome) return null;
    return outcome === "created" ? creation(record) : UNCHANGED;
  });
}

function creation({ company_id, name, status, is_sandbox }: CompanyRecord): StoreOutcome {
  const row = {
    name: name ?? "",
    status: status ?? "active",
    isSandbox: is_sandbox ?? false,
    isExternal: true,
  };
  const stored = { status: "created", before: null, row } as const;
  return outcomeOf({ kind: "company", target: `company:${company_id}`, stored }, auditedCompany);
}
