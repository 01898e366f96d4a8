import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { readList } from "@/lib/platform/resource";
import { listUserRows } from "@/lib/platform/users/repository";
import { listUsersQuerySchema, userListSchema } from "@/lib/platform/users/schemas";
import { USERS, users } from "@/lib/platform/users/user";
import { TAG } from "@/lib/platform/values";

/**
 * Lists people, oldest first.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listUsers = operation({
  id: "listDirectoryUsers",
  route: `GET ${USERS}`,
  access: platform("directory:read"),
  summary: "List people",
  description: "Lists people, oldest first. Erased people are not listed.",
  tag: TAG,
  query: listUsersQuerySchema,
  returns: json(userListSchema, "A page of people."),
  async run({ query }) {
    return { body: await readList(users, query, (after) => listUserRows(after, query)) };
  },
});
