import { sql } from "@/lib/core/db/sql";
import type { FirstMember, FirstMembers } from "@/lib/platform/object-values";
import { type AnyTenant, type Kind, TENANTS } from "@/lib/tenants/membership/tenants";

/** People that a page shows; more are counted only. */
const MAX_SHOWN = 10;

const STATEMENTS = { company: statementFor("company"), organization: statementFor("organization") };

function statementFor(kind: Kind) {
  const { members, column } = TENANTS[kind];
  return sql<{ id: AnyTenant["id"]; take: number }, FirstMember>(
    `read-first-${kind}-members`,
    {
      userId: "text",
      firstName: "text",
      lastName: "text",
      email: "text",
      role: "text",
      total: "int4",
    },
    `
    SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.role::text AS role,
      count(*) OVER ()::int AS total
    FROM ${members} m JOIN users u ON u.id = m.user_id
    WHERE m.${column} = :id ORDER BY m.role, m.created_at, u.id LIMIT :take`,
  );
}

/** Reads the first members of a company or organization. */
export async function readFirstMembers({ kind, id }: AnyTenant): Promise<FirstMembers> {
  const people = await STATEMENTS[kind]({ id, take: MAX_SHOWN });
  return { total: people[0]?.total ?? 0, people };
}
