import type { Changeable } from "@/lib/core/changes";
import { type Database, db } from "@/lib/core/db/client";
import type { CompanyStatus, Prisma } from "@/lib/core/db/generated/client";
import { allOf } from "@/lib/core/db/list-sql";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import type { ListCompaniesQuery } from "@/lib/platform/companies/schemas";
import type { ListValues } from "@/lib/platform/resource-types";

const TYPES = {
  id: "float8",
  name: "text",
  status: column<CompanyStatus>("text"),
  isSandbox: "bool",
  isExternal: "bool",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
} as const;

export type CompanyRow = RowOf<typeof TYPES>;

/** The stored fields of a company that the directory can change. */
export type CompanyChange = Changeable<CompanyRow, "name" | "status" | "isSandbox" | "isExternal">;

// float8 is exact up to 2^53.
const COLUMNS = `c.id::float8 AS id, c.name, c.status::text AS status, c.is_sandbox AS "isSandbox",
  c.is_external AS "isExternal", c.created_at AS "createdAt",
  c.updated_at AS "updatedAt"`;

const insertRow = sql<Pick<CompanyRow, "id" | "name" | "status" | "isSandbox">, CompanyRow>(
  "insert-directory-company",
  TYPES,
  `INSERT INTO companies AS c (id, name, status, is_sandbox, is_external)
   VALUES (:id::bigint, :name, :status::company_status, :isSandbox, true)
   ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
);

const FIND = `SELECT ${COLUMNS} FROM companies c WHERE c.id = :id::bigint`;

function companyStatement(name: string, text: string) {
  const read = sql<{ id: number }, CompanyRow>(name, TYPES, text);
  return async (id: number, on?: Database) => first(await read({ id }, on));
}

/** A company, or null. */
export const findCompany = companyStatement("find-directory-company", FIND);

/** Like {@link findCompany}, and locks it until the transaction ends. */
export const lockCompany = companyStatement("lock-directory-company", `${FIND} FOR NO KEY UPDATE`);

/** Stores a new company of the platform; null if the id is taken. */
export async function insertCompany(
  tx: Database,
  id: number,
  { name, status, isSandbox }: { name: string } & Partial<CompanyChange>,
): Promise<CompanyRow | null> {
  const values = { id, name, status: status ?? "active", isSandbox: isSandbox ?? false };
  return first(await insertRow(values, tx));
}

/** Stores a company that only exists here. @returns its id */
export async function insertLocalCompany(
  tx: Database,
  company: { name: string; isSandbox: boolean },
): Promise<number> {
  return (await tx.company.create({ data: company, select: { id: true } })).id;
}

/** Companies after an id. */
export const listCompanyRows = sql<
  ListValues<number> & Pick<ListCompaniesQuery, "status"> & { id?: number },
  CompanyRow
>("list-directory-companies", TYPES, ({ since, status, pattern, id }) => {
  const conditions = allOf(
    "c.id > :afterId",
    since && "c.updated_at >= :since::timestamptz",
    status && "c.status = :status::company_status",
    pattern &&
      (id === undefined ? "c.name ILIKE :pattern" : "(c.id = :id OR c.name ILIKE :pattern)"),
  );
  return `SELECT ${COLUMNS} FROM companies c WHERE ${conditions} ORDER BY c.id LIMIT :take`;
});

const GRANT_COLUMNS = {
  clientId: true,
  scopes: true,
  createdAt: true,
  modifiedAt: true,
  approver: { select: { id: true, externalId: true } },
  client: {
    select: {
      name: true,
      organization: { select: { id: true, name: true, verified: true } },
    },
  },
} as const satisfies Prisma.GrantSelect;

export type CompanyGrantRow = Prisma.GrantGetPayload<{ select: typeof GRANT_COLUMNS }>;

export function findCompanyGrant(companyId: number, clientId: string, database: Database = db()) {
  return database.grant.findFirst({
    where: { companyId, clientId, revokedAt: null },
    select: GRANT_COLUMNS,
  });
}

/** A company's live grants after a client, one more than the limit if there are that many. */
export function listCompanyGrantRows(companyId: number, afterClientId: string, limit: number) {
  return db().grant.findMany({
    where: { companyId, revokedAt: null, clientId: { gt: afterClientId } },
    select: GRANT_COLUMNS,
    orderBy: { clientId: "asc" },
    take: limit + 1,
  });
}
