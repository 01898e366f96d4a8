import { sqlStateOf } from "@/lib/kernel/db/sql-state";

/** SQLSTATE of a serialization failure, a deadlock and a unique violation (PostgreSQL, appendix A). */
const CONFLICTS = new Set(["40001", "40P01", "23505"]);

/** Prisma's codes for the same. */
const PRISMA_CONFLICTS = new Set(["P2002", "P2034"]);

/** Whether a write collided with a concurrent one, so that it can be tried again. */
export function isWriteConflict(thrown: unknown): boolean {
  const { sqlState, prismaCode } = sqlStateOf(thrown);
  return CONFLICTS.has(sqlState ?? "") || PRISMA_CONFLICTS.has(prismaCode ?? "");
}
