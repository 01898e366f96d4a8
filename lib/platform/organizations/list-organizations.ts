import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { ORGANIZATIONS, organizations } from "@/lib/platform/organizations/organization";
import { listOrganizationRows } from "@/lib/platform/organizations/repository";
import {
  directoryOrganizationListSchema,
  listOrganizationsQuerySchema,
} from "@/lib/platform/organizations/schemas";
import { readList } from "@/lib/platform/resource";
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
    return {
      body: await readList(organizations, query, (after) => listOrganizationRows(after, query)),
    };
  },
});
