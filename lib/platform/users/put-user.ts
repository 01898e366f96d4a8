import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { putObject } from "@/lib/platform/resource";
import type { Stored } from "@/lib/platform/stored";
import {
  insertUser,
  isPasswordEmail,
  lockUser,
  type PersonChange,
  type UserRow,
  updateUser,
} from "@/lib/platform/users/repository";
import { type UserFields, userFieldsSchema, userSchema } from "@/lib/platform/users/schemas";
import { ofUser, USER, users } from "@/lib/platform/users/user";
import { TAG } from "@/lib/platform/values";

/**
 * Creates or changes a person.
 * @throws ServiceError forbidden, insufficient_scope, conflict, precondition_failed
 */
export const putUser = operation({
  id: "putDirectoryUser",
  route: `PUT ${USER}`,
  access: platform("directory:write"),
  summary: "Create or change a person",
  description:
    "Fields that are not sent stay the same. Email addresses never link accounts: one that belongs to an account with a password is a conflict. Operators cannot be changed here.",
  tag: TAG,
  params: ofUser,
  body: userFieldsSchema,
  returns: json(userSchema, "The person, updated or unchanged.", { created: "The new person." }),
  errors: ["conflict", "precondition_failed"],
  run(context) {
    const { params, body } = context;
    return putObject(users, context, (tx) => storeUser(tx, params.external_id, body));
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
  const before = await lockUser(tx, externalId);
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
