import type { Changeable } from "@/lib/core/changes";
import { type Database, db } from "@/lib/core/db/client";
import type { Prisma, Scope } from "@/lib/core/db/generated/client";
import { containing } from "@/lib/core/db/list-sql";
import { first, sql } from "@/lib/core/db/sql";
import type { ListScopesQuery } from "@/lib/platform/scopes/schemas";

// Only the catalogue has these.
const omit = { builtIn: true, customerData: true } as const;

export type ScopeRow = Omit<Scope, keyof typeof omit | "translations"> & { translations: unknown };

/** The stored fields of a scope that the directory can change. */
export type ScopeChange = Changeable<ScopeRow, Exclude<keyof ScopeRow, "name" | "translations">> & {
  translations: Prisma.InputJsonObject | undefined;
};

const RAW_COLUMNS = `name, title, sentence, "group", access, risk, restricted, deprecated, translations`;

const TYPES = {
  name: "text",
  title: "text",
  sentence: "text",
  group: "text",
  access: "text",
  risk: "text",
  restricted: "bool",
  deprecated: "bool",
  translations: "jsonb?",
} as const;

const insertRow = sql<Omit<ScopeRow, "translations"> & { translations: string }, ScopeRow>(
  "insert-directory-scope",
  TYPES,
  `
  INSERT INTO scopes (name, title, sentence, "group", access, risk, restricted, deprecated, translations)
  VALUES (:name, :title, :sentence, :group, :access, :risk, :restricted, :deprecated, :translations::jsonb)
  ON CONFLICT (name) DO NOTHING RETURNING ${RAW_COLUMNS}`,
);

/** Stores a new scope of the platform; null if its name is taken. */
export async function insertScope(tx: Database, scope: ScopeRow): Promise<ScopeRow | null> {
  const values = { ...scope, translations: JSON.stringify(scope.translations) };
  return first(await insertRow(values, tx));
}

export function findScope(name: string): Promise<ScopeRow | null> {
  return db().scope.findUnique({ where: { name }, omit });
}

const lockRow = sql<{ name: string }, ScopeRow>(
  "lock-directory-scope",
  TYPES,
  `SELECT ${RAW_COLUMNS} FROM scopes WHERE name = :name FOR NO KEY UPDATE`,
);

/** Like {@link findScope}, and locks the scope until the transaction ends. */
export async function lockScope(tx: Database, name: string): Promise<ScopeRow | null> {
  return first(await lockRow({ name }, tx));
}

export function updateScope(
  tx: Database,
  name: string,
  { translations, ...change }: Partial<ScopeRow>,
): Promise<ScopeRow> {
  // They were parsed as JSON, which TypeScript cannot follow.
  const texts = translations ? { translations: translations as Prisma.InputJsonObject } : {};
  return tx.scope.update({ where: { name }, data: { ...change, ...texts }, omit });
}

/** Scopes after a name, one more than the limit if there are that many. */
export function listScopeRows(
  afterName: string,
  { limit, q }: ListScopesQuery,
): Promise<ScopeRow[]> {
  const text = q && { contains: containing(q).slice(1, -1), mode: "insensitive" as const };
  return db().scope.findMany({
    where: {
      name: { gt: afterName },
      ...(text && { OR: [{ name: text }, { title: text }, { sentence: text }, { group: text }] }),
    },
    omit,
    orderBy: { name: "asc" },
    take: limit + 1,
  });
}
