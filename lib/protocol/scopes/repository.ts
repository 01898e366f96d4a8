import { db } from "@/lib/core/db/client";
import type { CatalogueScope } from "@/lib/protocol/scopes/catalogue";

const COLUMNS = {
  name: true,
  title: true,
  sentence: true,
  group: true,
  access: true,
  customerData: true,
  risk: true,
  restricted: true,
  deprecated: true,
  translations: true,
} as const;

/** A scope as stored; the platform may have added its own and changed those of the catalogue. */
export type ScopeRow = Omit<CatalogueScope, "access"> & {
  access: string;
  /** low, medium or high. */
  risk: string;
  restricted: boolean;
  deprecated: boolean;
  /** By language: `{"de": {"title": "…", "sentence": "…", "group": "…"}}`. */
  translations: unknown;
};

/** Finds scopes by name, in no particular order; unknown names are left out. */
export function findScopes(names: readonly string[]): Promise<ScopeRow[]> {
  return db().scope.findMany({ where: { name: { in: [...names] } }, select: COLUMNS });
}

/** Every known scope, by business object and name. */
export function listScopes(): Promise<ScopeRow[]> {
  return db().scope.findMany({ select: COLUMNS, orderBy: [{ group: "asc" }, { name: "asc" }] });
}

/** The names of all known scopes. */
export async function listScopeNames(): Promise<string[]> {
  return (await db().scope.findMany({ select: { name: true } })).map(({ name }) => name);
}
