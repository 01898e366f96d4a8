import type { CompanyRole } from "@/lib/core/company-role-values";
import { type Database, db } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";

/** A company's member as stored. */
export type PersonRow = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  role: CompanyRole;
  /** Where the membership came from. Only local ones are changed here. */
  source: "local" | "directory" | "claims";
  since: Date;
  lastSignedInAt: Date | null;
};

const SELECT = `
  SELECT m.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
    m.role::text AS role, m.source::text AS source, m.created_at AS since,
    (SELECT max(s.created_at) FROM user_sessions s
      WHERE s.user_id = m.user_id AND NOT s.second_factor_pending) AS "lastSignedInAt"
  FROM company_members m JOIN users u ON u.id = m.user_id
  WHERE m.company_id = :companyId`;

const TYPES = {
  userId: "text",
  firstName: "text",
  lastName: "text",
  email: "text",
  role: "text",
  source: "text",
  since: "timestamptz",
  lastSignedInAt: "timestamptz",
} as const;

const listRows = sql<{ companyId: number; pageSize: number; skipped: number }, PersonRow>(
  "list-company-people",
  TYPES,
  `${SELECT} ORDER BY m.created_at, m.user_id LIMIT :pageSize OFFSET :skipped`,
);

const findRow = sql<{ companyId: number; userId: string }, PersonRow>(
  "find-company-person",
  TYPES,
  `${SELECT} AND m.user_id = :userId`,
);

/** A page of a company's people, longest members first, with their number. */
export async function listPersonRows(
  companyId: number,
  { page_no, page_size }: { page_no: number; page_size: number },
): Promise<{ total: number; people: PersonRow[] }> {
  const [total, people] = await Promise.all([
    db().companyMember.count({ where: { companyId } }),
    listRows({ companyId, pageSize: page_size, skipped: (page_no - 1) * page_size }),
  ]);
  return { total, people };
}

/** One member of a company, or null. */
export async function findPerson(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<PersonRow | null> {
  return first(await findRow({ companyId, userId }, tx));
}

const lockRow = sql<{ companyId: number }, { name: string; status: string }>(
  "lock-company-for-people",
  { name: "text", status: "text" },
  `
  SELECT name, status::text AS status FROM companies WHERE id = :companyId FOR NO KEY UPDATE`,
);

/** Locks a company until the transaction ends, so that changes to its people come one after the other. */
export async function lockCompany(
  tx: Database,
  companyId: number,
): Promise<{ name: string; status: string } | null> {
  const rows = await lockRow({ companyId }, tx);
  return first(rows);
}
