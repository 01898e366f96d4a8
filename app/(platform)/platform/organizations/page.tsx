import { OrganizationsScreen } from "@/components/platform/organizations/organizations-screen";
import { organizationsQuery } from "@/lib/api/client/platform-queries";
import { perform } from "@/lib/operation/perform";
import { organizations } from "@/lib/platform/organizations/organizations";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("organizations");

/** The organizations that publish extensions. */
export default listPage({
  name: "organizations",
  operation: organizations.list,
  cursors: organizations.cursors,
  toWrite: "directory:write",
  read: async (caller, query) => ({
    ...(await perform(organizations.list, { query, caller })),
    shown: {},
  }),
  keyOf: organizationsQuery,
  Screen: OrganizationsScreen,
});
