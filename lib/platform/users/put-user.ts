import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { recordStored } from "@/lib/platform/record-stored";
import { ofUser, USER } from "@/lib/platform/users/paths";
import { userFieldsSchema, userSchema } from "@/lib/platform/users/schemas";
import { auditedUser, serializeUser } from "@/lib/platform/users/serialize";
import { storeUser } from "@/lib/platform/users/store-user";
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
  async run({ params, body, caller, info, ifNoneMatch }) {
    const { status, row } = await transaction(async (tx) => {
      const stored = await storeUser(tx, params.external_id, body);
      const target = `user:${stored.row.id}`;
      await recordStored(
        tx,
        { caller, info, ifNoneMatch },
        { kind: "user", target, stored },
        auditedUser,
      );
      return stored;
    });
    return { isNew: status === "created", body: serializeUser(row) };
  },
});
