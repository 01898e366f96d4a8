import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { USERS } from "@/lib/platform/users/paths";
import { listUserRows } from "@/lib/platform/users/repository";
import { listUsersQuerySchema, userListSchema } from "@/lib/platform/users/schemas";
import { serializeUser } from "@/lib/platform/users/serialize";
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
    const found = await listUserRows(readCursor("users", query.cursor, ""), query);
    const { rows, page } = cursorPage("users", query.limit, found, ({ id }) => id);
    return { body: { items: rows.map(serializeUser), page } };
  },
});
