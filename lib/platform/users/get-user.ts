import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { bodyOf } from "@/lib/platform/resource";
import { findUser } from "@/lib/platform/users/repository";
import { userSchema } from "@/lib/platform/users/schemas";
import { ofUser, USER, users } from "@/lib/platform/users/user";
import { TAG } from "@/lib/platform/values";

/**
 * One person of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getUser = operation({
  id: "getDirectoryUser",
  route: `GET ${USER}`,
  access: platform("directory:read"),
  summary: "Fetch a person",
  description: "Returns one person.",
  tag: TAG,
  params: ofUser,
  returns: json(userSchema, "The person."),
  async run({ params }) {
    return bodyOf(users, await findUser(params.external_id));
  },
});
