import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** The values that audit logs have of a person. */
export async function listPersonalValues(tx: Database, userId: string): Promise<string[]> {
  const rows = await tx.auditPersonalValue.findMany({
    where: { userId },
    select: { value: true },
    distinct: ["value"],
  });
  return rows.map(({ value }) => value);
}

const deleteValues = sql<{ userId: string; values: readonly string[] }>(
  "delete-personal-values",
  {},
  `
  DELETE FROM audit_personal_values
  WHERE user_id = :userId OR (user_id IS NULL AND lower(value) = ANY(:values))`,
);

/** Deletes a person's values, and those of no known person that equal one of `values`. @param values in lower case */
export async function deletePersonalValues(
  tx: Database,
  userId: string,
  values: readonly string[],
): Promise<void> {
  await deleteValues({ userId, values }, tx);
}
