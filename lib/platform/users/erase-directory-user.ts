import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { requireRow } from "@/lib/platform/read-list";
import { findUser } from "@/lib/platform/users/repository";
import { erasedUserSchema, eraseUserQuerySchema } from "@/lib/platform/users/schemas";
import { users } from "@/lib/platform/users/users";
import { TAG } from "@/lib/platform/values";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";

/**
 * Erases a person's data everywhere.
 * @throws ServiceError forbidden, insufficient_scope, not_found, conflict for an operator
 */
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
