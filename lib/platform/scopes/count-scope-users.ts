import { sql } from "@/lib/core/db/sql";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { scopes } from "@/lib/platform/scopes/scopes";

/** Extensions that may request each described scope; scopes that none may request are omitted. */
export const countScopeUsers = operation({
  id: "countScopeUsers",
  access: scopes.list.access,
  returns: value<Record<string, number>>(),
  async run() {
    const rows = await countRows({});
    return Object.fromEntries(rows.map(({ name, extensions }) => [name, extensions]));
  },
});

const countRows = sql<object, { name: string; extensions: number }>(
  "count-scope-users",
  { name: "text", extensions: "int4" },
  `
  SELECT used.name, used.extensions FROM (
    SELECT wanted.name, count(*)::int AS extensions
    FROM clients c CROSS JOIN unnest(c.scopes) AS wanted (name)
    WHERE c.deleted_at IS NULL GROUP BY wanted.name
  ) used JOIN scopes s ON s.name = used.name`,
);
