import { z } from "zod";
import type { ScopeRow } from "@/lib/platform/scopes/repository";
import {
  type DirectoryScope,
  directoryScopeSchema,
  scopeNameSchema,
} from "@/lib/platform/scopes/schemas";
import { DIRECTORY, LISTS } from "@/lib/platform/values";

export const SCOPES = `${DIRECTORY}/scopes`;
export const SCOPE = `${SCOPES}/{name}` as const;

export const ofScope = z.object({
  name: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Fgiftcards%2Fread`.",
    example: "company/giftcards/read",
  }),
});

/** Scopes as the API and the audit log have them. */
export const scopes = {
  ...LISTS.scopes,
  keyOf: ({ name }: ScopeRow) => name,
  missing:
    "This scope has no description. Clients can use it all the same; describe it with a PUT.",
  serialize: serializeScope,
  kind: "scope",
  targetOf: ({ name }: ScopeRow) => `scope:${name}`,
  audited: (row: ScopeRow) => {
    const { title, sentence, group, access, risk, restricted, deprecated, translations } =
      serializeScope(row);
    return { title, sentence, group, access, risk, restricted, deprecated, translations };
  },
};

function serializeScope(row: ScopeRow): DirectoryScope {
  const { name, title, sentence, group, risk, restricted, deprecated, translations } = row;
  const access = row.access === "view" ? "read" : row.access;
  return directoryScopeSchema.parse({
    name,
    title,
    sentence,
    group,
    access,
    risk,
    restricted,
    deprecated,
    translations,
  });
}
