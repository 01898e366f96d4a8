import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { ORGANIZATIONS } from "@/lib/platform/organizations/paths";
import { listOrganizationRows } from "@/lib/platform/organizations/repository";
import {
  directoryOrganizationListSchema,
  listOrganizationsQuerySchema,
} from "@/lib/platform/organizations/schemas";
import { serializeOrganization } from "@/lib/platform/organizations/serialize";
import { TAG } from "@/lib/platform/values";

/**
 * Lists organizations in the order of their ids.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listOrganizations = operation({
  id: "listDirectoryOrganizations",
  route: `GET ${ORGANIZATIONS}`,
  access: platform("directory:read"),
  summary: "List organizations",
  description: "Lists the publishers of extensions in the order of their ids.",
  tag: TAG,
  query: listOrganizationsQuerySchema,
  returns: json(directoryOrganizationListSchema, "A page of organizations."),
  async run({ query }) {
    const found = await listOrganizationRows(readCursor("organizations", query.cursor, ""), query);
    const { rows, page } = cursorPage("organizations", query.limit, found, ({ id }) => id);
    return { body: { items: rows.map(serializeOrganization), page } };
  },
});
