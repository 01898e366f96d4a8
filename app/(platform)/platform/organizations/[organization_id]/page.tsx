import type { Metadata } from "next";
import { cache } from "react";
import { OrganizationPage } from "@/components/platform/organizations/organization-page";
import { ClientMessages } from "@/components/shell/client-messages";
import { perform } from "@/lib/operation/perform";
import { readOrganization } from "@/lib/platform/organizations/read-organization";
import { openObject } from "../../open-object";

interface Address {
  params: Promise<{ organization_id: string }>;
}

const open = cache((id: string) =>
  openObject({
    path: `/platform/organizations/${id}`,
    permission: readOrganization.access.permission,
    toWrite: "directory:write",
    target: `organization:${id}`,
    read: (caller) =>
      perform(readOrganization, {
        params: readOrganization.params.parse({ organization_id: id }),
        caller,
      }),
  }),
);

export async function generateMetadata(props: Address): Promise<Metadata> {
  const { object } = await open((await props.params).organization_id);
  return { title: object.organization.name };
}

/** Everything about one organization. */
export default async function OrganizationObjectPage(props: Address) {
  return (
    <ClientMessages namespaces={["platform", "client"]}>
      <OrganizationPage {...(await open((await props.params).organization_id))} />
    </ClientMessages>
  );
}
