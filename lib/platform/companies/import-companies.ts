import { type StoreOutcome, UNCHANGED } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { CompanyFields, CompanyMemberFields } from "@/lib/platform/companies/schemas";
import { creationOf } from "@/lib/platform/stored";

type CompanyRecord = CompanyFields & { company_id: number };

/** The position of a record that was stored, or already is as sent. */
type StoredRow = { position: number; outcome: "created" | "unchanged" };

const storeCompanies = sql<{ sent: string }, StoredRow>(
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

/** Creates companies with different ids in one statement. @returns outcomes in order; null leaves one alone */
export async function importCompanies(
  tx: Database,
  records: readonly CompanyRecord[],
): Promise<(StoreOutcome | null)[]> {
  const sent = JSON.stringify(records.map((record, position) => ({ ...record, position })));
  const rows = await storeCompanies({ sent }, tx);
  return outcomesOf(records, rows, companyCreation);
}

function companyCreation({ company_id, name, status, is_sandbox }: CompanyRecord): StoreOutcome {
  return creationOf(
    { kind: "company", target: `company:${company_id}` },
    {
      name: name ?? "",
      status: status ?? "active",
      is_sandbox: is_sandbox ?? false,
      is_external: true,
    },
  );
}

type MemberRecord = CompanyMemberFields & { company_id: number; external_id: string };

const storeMembers = sql<{ sent: string }, StoredRow>(
  "import-company-members",
  { position: "int4", outcome: "text" },
  `
  WITH sent AS (
    SELECT * FROM jsonb_to_recordset(:sent::jsonb) AS s (position int, id text, company_id bigint, external_id text,
      has_email boolean, email text, first_name text, last_name text, role company_role)
  ),
  person AS (
    INSERT INTO users (id, external_id, email, first_name, last_name)
    SELECT s.id, s.external_id, s.email, coalesce(s.first_name, ''), coalesce(s.last_name, '')
    FROM sent s JOIN companies c ON c.id = s.company_id AND c.status <> 'closed'
    WHERE s.role IS NOT NULL
      AND NOT EXISTS (SELECT FROM users known WHERE known.id = s.external_id)
      AND NOT EXISTS (SELECT FROM users other WHERE other.email = s.email AND other.password_hash IS NOT NULL)
    ORDER BY s.external_id
    ON CONFLICT (external_id) DO NOTHING RETURNING id
  ),
  created AS (
    INSERT INTO company_members (company_id, user_id, role, source)
    SELECT s.company_id, s.id, s.role, 'directory' FROM sent s JOIN person ON person.id = s.id
    RETURNING user_id
  )
  SELECT position, 'created' AS outcome FROM sent JOIN created ON created.user_id = sent.id
  UNION ALL
  SELECT position, 'unchanged' FROM sent s JOIN users u ON u.external_id = s.external_id AND u.erased_at IS NULL
    JOIN company_members m ON m.company_id = s.company_id AND m.user_id = u.id
  WHERE (NOT s.has_email OR u.email IS NOT DISTINCT FROM s.email) AND u.first_name = coalesce(s.first_name, u.first_name)
    AND u.last_name = coalesce(s.last_name, u.last_name)
    AND m.role = coalesce(s.role, m.role) AND m.source = 'directory'`,
);

/** Creates different people as members in one statement. @returns outcomes in order; null leaves one alone */
export async function importCompanyMembers(
  tx: Database,
  records: readonly MemberRecord[],
): Promise<(StoreOutcome | null)[]> {
  const members = records.map((record, position) => ({
    ...record,
    position,
    id: newId(),
    has_email: record.email !== undefined,
  }));
  const sent = JSON.stringify(members);
  const rows = await storeMembers({ sent }, tx);
  return outcomesOf(members, rows, memberCreation);
}

function memberCreation({
  id,
  company_id,
  ...member
}: MemberRecord & { id: string }): StoreOutcome {
  return creationOf(
    { kind: "company_member", target: `user:${id}`, context: { company_id } },
    {
      email: member.email ?? null,
      first_name: member.first_name ?? "",
      last_name: member.last_name ?? "",
      role: member.role ?? "",
      source: "directory",
    },
  );
}

function outcomesOf<Record>(
  records: readonly Record[],
  rows: readonly StoredRow[],
  creationOf: (record: Record) => StoreOutcome,
): (StoreOutcome | null)[] {
  const outcomes = new Map(rows.map(({ position, outcome }) => [position, outcome]));
  return records.map((record, position) => {
    const outcome = outcomes.get(position);
    if (!outcome) return null;
    return outcome === "created" ? creationOf(record) : UNCHANGED;
  });
}
