import { z } from "zod";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { listValues } from "@/lib/core/db/list-sql";
import { ServiceError } from "@/lib/core/errors";
import { externalIdSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { requireRow, resource } from "@/lib/platform/resource";
import type { Stored } from "@/lib/platform/stored";
import {
  findUser,
  insertUser,
  isPasswordEmail,
  listUserRows,
  lockUser,
  type PersonChange,
  type UserRow,
  updateUser,
} from "@/lib/platform/users/repository";
import {
  erasedUserSchema,
  eraseUserQuerySchema,
  listUsersQuerySchema,
  type UserFields,
  type UserResponse,
  userFieldsSchema,
  userSchema,
} from "@/lib/platform/users/schemas";
import { DIRECTORY, TAG } from "@/lib/platform/values";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";

/** The people of the platform. Erased people have no row. */
export const users = resource({
  format: {
    name: "DirectoryUser",
    names: "DirectoryUsers",
    path: `${DIRECTORY}/users`,
    id: "external_id",
    params: z.object({
      external_id: externalIdSchema.meta({
        description:
          "The platform's id of the person, percent-encoded; our id for a person who has none.",
        example: "seller-4711",
      }),
    }),
    schema: userSchema,
    query: listUsersQuerySchema,
    key: "user_id",
    fields: userFieldsSchema,
  },
  noun: "person",
  nouns: "people",
  read: "directory:read",
  write: "directory:write",
  missing:
    "There is no person with this id. Use the platform's id, or ours for an account that only exists here.",
  serialize: (row: UserRow): UserResponse => ({
    user_id: row.id,
    email_verified: row.isEmailVerified,
    status: row.isActive ? "active" : "deactivated",
    ...toWire(row, userSchema),
  }),
  find: ({ external_id }) => findUser(external_id),
  list: {
    name: "users",
    description: "Lists people, oldest first. Erased people are not listed.",
    rows: (after, query) => listUserRows(listValues(after, query)),
  },
  kind: "user",
  audited: (fields, { external_id }) => ({ external_id, ...fields }),
  put: {
    description:
      "Fields that are not sent stay the same. Email addresses never link accounts: one that belongs to an account with a password is a conflict. Operators cannot be changed here.",
    errors: ["conflict"],
    store: (tx, { external_id }, fields) => storeUser(tx, external_id, fields),
  },
});

/**
 * Creates or changes a person. Fields that are not sent stay the same.
 * @param externalId the platform's id of the person, or our id of a person without one
 * @throws ServiceError conflict for an operator, and for the email address of an account with a password
 */
export async function storeUser(
  tx: Database,
  externalId: string,
  fields: UserFields,
): Promise<Stored<UserRow>> {
  const sent: PersonChange = {
    email: fields.email,
    firstName: fields.first_name,
    lastName: fields.last_name,
    isActive: fields.status && fields.status === "active",
  };
  const created = await insertUser(tx, externalId, sent);
  if (created) return { status: "created", before: null, row: created };
  const before = await lockUser(externalId, tx);
  if (!before) throw await whyNotCreated(tx, sent.email);
  const change = changesIn(before, sent);
  if (!change) return { status: "unchanged", before, row: before };
  await requireChangeable(tx, before, change);
  const updatedAt = await updateUser(tx, before.id, change);
  const isEmailVerified = before.isEmailVerified && change.email === undefined;
  return { status: "updated", before, row: { ...before, ...change, isEmailVerified, updatedAt } };
}

async function requireChangeable(
  tx: Database,
  before: UserRow,
  { email }: Partial<PersonChange>,
): Promise<void> {
  if (before.operatorRole) {
    throw new ServiceError(
      "conflict",
      "This person is an operator of the platform, and operators cannot be changed through the directory. They change their own account.",
    );
  }
  if (email === undefined) return;
  if (before.hasPassword) {
    throw new ServiceError(
      "conflict",
      "This person signs in with a password and their present email address, which the directory cannot change. Leave out email.",
    );
  }
  if (email !== null && (await isPasswordEmail(tx, email))) throw emailTaken();
}

async function whyNotCreated(
  tx: Database,
  email: string | null | undefined,
): Promise<ServiceError> {
  if (email && (await isPasswordEmail(tx, email))) return emailTaken();
  return new ServiceError(
    "conflict",
    "This id belongs to a person whose data was erased, or who is being erased now. Use the platform's id of the person.",
  );
}

function emailTaken(): ServiceError {
  const message =
    "The email address belongs to an account with a password, and addresses never link accounts. Leave out email, or have the person link the accounts when they sign in.";
  return new ServiceError("conflict", message, { fields: [{ path: "email", message }] });
}

export const eraseDirectoryUser = operation({
  id: "eraseDirectoryUser",
  request: {
    route: `DELETE ${users.get.path}`,
    params: users.get.params,
    query: eraseUserQuerySchema,
  },
  access: platform("directory:write"),
  summary: "Erase a person",
  description:
    "Ends the person's access and erases their personal data everywhere, for good. Audit logs and receipts still verify. Storing the same external id again creates a new person.",
  tag: TAG,
  returns: json(erasedUserSchema, "The person is erased."),
  errors: ["conflict"],
  async run({ params, caller, info }) {
    const { id } = requireRow(users, await findUser(params.external_id));
    await eraseUser(id, platformActor(caller), info);
    return { body: { user_id: id, erased: true as const } };
  },
});
