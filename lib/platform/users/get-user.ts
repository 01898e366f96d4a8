import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { noSuchUser } from "@/lib/platform/users/no-such-user";
import { ofUser, USER } from "@/lib/platform/users/paths";
import { findUser } from "@/lib/platform/users/repository";
import { userSchema } from "@/lib/platform/users/schemas";
import { serializeUser } from "@/lib/platform/users/serialize";
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
    const row = await findUser(params.external_id);
    if (!row) throw noSuchUser();
    return { body: serializeUser(row) };
  },
});
