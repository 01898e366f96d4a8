import type { Changeable } from "@/lib/core/changes";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { allOf } from "@/lib/core/db/list-sql";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { endSessions } from "@/lib/identity/sessions/open-session";
import type { ListValues } from "@/lib/platform/resource-types";
import type { ListUsersQuery } from "@/lib/platform/users/schemas";

/** Whether `:externalId` is the id of a person `u` at the platform, or ours if they have none. Erased people have neither. */
export const NAMED_USER =
  "(u.external_id = :externalId OR (u.id = :externalId AND u.external_id IS NULL)) AND u.erased_at IS NULL";

const TYPES = {
  id: "text",
  externalId: "text?",
  email: "text?",
  isEmailVerified: "bool",
  firstName: "text",
  lastName: "text",
  isActive: "bool",
  hasPassword: "bool",
  operatorRole: column<OperatorRole | null>("text?"),
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
} as const;

export type UserRow = RowOf<typeof TYPES>;

/** The stored fields of a person that the directory can change. */
export type PersonChange = Changeable<UserRow, "email" | "firstName" | "lastName" | "isActive">;

const COLUMNS = `u.id, u.external_id AS "externalId", u.email,
  u.email_verified_at IS NOT NULL AS "isEmailVerified", u.first_name AS "firstName", u.last_name AS "lastName", u.deactivated_at IS NULL AS "isActive",
  u.password_hash IS NOT NULL AS "hasPassword", u.operator_role::text AS "operatorRole",
  u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;

const insertRow = sql<
  Pick<UserRow, "id" | "email" | "firstName" | "lastName" | "isActive"> & { externalId: string },
  UserRow
>(
  "insert-directory-user",
  TYPES,
  `
  INSERT INTO users AS u (id, external_id, email, first_name, last_name, deactivated_at)
  SELECT :id, :externalId, :email, :firstName, :lastName, CASE WHEN :isActive::boolean THEN NULL ELSE now() END
  WHERE NOT EXISTS (SELECT 1 FROM users known WHERE known.id = :externalId)
    AND NOT EXISTS (SELECT 1 FROM users other WHERE other.email = :email AND other.password_hash IS NOT NULL)
  ON CONFLICT (external_id) DO NOTHING
  RETURNING ${COLUMNS}`,
);

const FIND = `SELECT ${COLUMNS} FROM users u WHERE ${NAMED_USER}`;

function userStatement(name: string, text: string) {
  const read = sql<{ externalId: string }, UserRow>(name, TYPES, text);
  return async (externalId: string, on?: Database) => first(await read({ externalId }, on));
}

/** A person who was not erased, or null. */
export const findUser = userStatement("find-directory-user", FIND);

/** Like {@link findUser}, and locks the person until the transaction ends. */
export const lockUser = userStatement("lock-directory-user", `${FIND} FOR NO KEY UPDATE OF u`);

const findRowById = sql<{ id: string }, UserRow>(
  "find-user-by-id",
  TYPES,
  `SELECT ${COLUMNS} FROM users u WHERE u.id = :id AND u.erased_at IS NULL`,
);

/** Stores a new person. Null if the id is taken, or if the email address belongs to an account with a password. */
export async function insertUser(
  tx: Database,
  externalId: string,
  { email, firstName, lastName, isActive }: PersonChange,
): Promise<UserRow | null> {
  const values = {
    externalId,
    id: newId(),
    email: email ?? null,
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    isActive: isActive ?? true,
  };
  return first(await insertRow(values, tx));
}

/** A person who was not erased by our own id, which links use; or null. */
export async function findUserById(id: string): Promise<UserRow | null> {
  return first(await findRowById({ id }));
}

/** Whether an address is the sign-in name of an account with a password. */
export async function isPasswordEmail(tx: Database, email: string): Promise<boolean> {
  const owner = await tx.user.findFirst({
    where: { email, passwordHash: { not: null } },
    select: { id: true },
  });
  return owner !== null;
}

/** Changes a person and returns when it did; deactivating them ends their sessions too. */
export async function updateUser(
  tx: Database,
  userId: string,
  { isActive, ...change }: Partial<PersonChange>,
): Promise<Date> {
  const status = isActive === undefined ? {} : { deactivatedAt: isActive ? null : new Date() };
  // A verification applies to one address only.
  const verified = change.email === undefined ? {} : { emailVerifiedAt: null };
  const { updatedAt } = await tx.user.update({
    where: { id: userId },
    data: { ...change, ...status, ...verified },
    select: { updatedAt: true },
  });
  if (isActive === false) await endSessions(tx, { userId });
  return updatedAt;
}

const WITHOUT_ACCESS = `u.external_id IS NOT NULL AND u.operator_role IS NULL
  AND NOT EXISTS (SELECT 1 FROM company_members m WHERE m.user_id = u.id)
  AND NOT EXISTS (SELECT 1 FROM organization_members m WHERE m.user_id = u.id)`;

const SEARCH = `(u.external_id = :q OR u.id = :q
  OR person_search_text(u.first_name, u.last_name, u.email) LIKE lower(:pattern))`;

/** People after an id. */
export const listUserRows = sql<
  ListValues<string> & Pick<ListUsersQuery, "status" | "memberships">,
  UserRow
>("list-directory-users", TYPES, ({ since, status, memberships, q }) => {
  const conditions = allOf(
    "u.id > :afterId AND u.erased_at IS NULL",
    since && "u.updated_at >= :since::timestamptz",
    status && `u.deactivated_at IS ${status === "active" ? "" : "NOT "}NULL`,
    memberships && WITHOUT_ACCESS,
    q && SEARCH,
  );
  return `SELECT ${COLUMNS} FROM users u WHERE ${conditions} ORDER BY u.id LIMIT :take`;
});
