import { OrganizationPage } from "@/components/platform/organizations/organization-page";
import { readOrganization } from "@/lib/platform/organizations/read-organization";
import { objectPage } from "../../object-page";

const page = objectPage("organization_id", {
  kind: "organization",
  operation: readOrganization,
  toWrite: "directory:write",
  nameOf: ({ organization }) => organization.name,
  Page: OrganizationPage,
});

export const { generateMetadata } = page;

/** Everything about one organization. */
export default page.render;
