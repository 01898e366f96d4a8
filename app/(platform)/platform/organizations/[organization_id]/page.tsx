import { OrganizationPage } from "@/components/platform/organizations/organization-page";
import { perform } from "@/lib/operation/perform";
import { readOrganization } from "@/lib/platform/organizations/read-organization";
import { objectPage } from "../../object-page";

const page = objectPage("organization_id", {
  kind: "organization",
  permission: readOrganization.access.permission,
  toWrite: "directory:write",
  read: (caller, id) =>
    perform(readOrganization, {
      params: readOrganization.params.parse({ organization_id: id }),
      caller,
    }),
  nameOf: ({ organization }) => organization.name,
  Page: OrganizationPage,
});

export const { generateMetadata } = page;

/** Everything about one organization. */
export default page.render;
