import { platformActor } from "@/lib/access/platform-caller";
import { noSuchUser } from "@/lib/directory/users/no-such-user";
import { ofUser, USER } from "@/lib/directory/users/paths";
import { findUser } from "@/lib/directory/users/repository";
import { erasedUserSchema, eraseUserQuerySchema } from "@/lib/directory/users/schemas";
import { TAG } from "@/lib/directory/values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { eraseUser } from "@/lib/people/erase-user";

/**
 * Erases a person's data everywhere.
 * @throws ServiceError forbidden, insufficient_scope, not_found, conflict for an operator
 */
export const eraseDirectoryUser = operation({
  id: "eraseDirectoryUser",
  route: `DELETE ${USER}`,
  access: platform("directory:write"),
  summary: "Erase a person",
  description:
    "Ends the person's access and erases their personal data everywhere, for good. Audit logs and receipts still verify. Storing the same external id again creates a new person.",
  tag: TAG,
  params: ofUser,
  query: eraseUserQuerySchema,
  returns: json(erasedUserSchema, "The person is erased."),
  errors: ["conflict"],
  async run({ params, caller, info }) {
    const row = await findUser(params.external_id);
    if (!row) throw noSuchUser();
    await eraseUser(row.id, platformActor(caller), info);
    return { body: { user_id: row.id, erased: true as const } };
  },
});
