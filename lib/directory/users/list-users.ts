import { USERS } from "@/lib/directory/users/paths";
import { listUserRows } from "@/lib/directory/users/repository";
import { listUsersQuerySchema, userListSchema } from "@/lib/directory/users/schemas";
import { serializeUser } from "@/lib/directory/users/serialize";
import { TAG } from "@/lib/directory/values";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

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
    const found = await listUserRows(readCursor("users", query.cursor, ""), query);
    const { rows, page } = cursorPage("users", query.limit, found, ({ id }) => id);
    return { body: { items: rows.map(serializeUser), page } };
  },
});
