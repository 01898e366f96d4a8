import { OrganizationsScreen } from "@/components/platform/organizations/organizations-screen";
import { organizations } from "@/lib/platform/organizations/organizations";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("organizations");

/** The organizations that publish extensions. */
export default listPage({
  name: "organizations",
  of: organizations,
  toWrite: "directory:write",
  Screen: OrganizationsScreen,
});
