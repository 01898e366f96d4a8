import type { Metadata } from "next";
import { MissingRole } from "@/components/clients/missing-role";
import { NewClient } from "@/components/clients/new-client";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/auth/caller";
import { requireOrganizationMember } from "@/lib/auth/require-member";
import { env } from "@/lib/env";
import { listKnownScopes } from "@/lib/scopes/list-known-scopes";

export const metadata: Metadata = { title: "New client" };

/** Registers a client of the organization. */
export default async function NewClientPage(props: {
  params: Promise<{ organization_id: string }>;
}) {
  const { organization_id: organizationId } = await props.params;
  const listPath = `/organization/${organizationId}/clients`;
  const { caller } = await requireOrganizationMember(organizationId, `${listPath}/new`);
  return (
    <>
      <PageHeader
        title="New client"
        breadcrumbs={
          <Breadcrumbs crumbs={[{ label: "Clients", href: listPath }, { label: "New client" }]} />
        }
      />
      {may(caller, "clients:write") ? (
        <NewClient
          organizationId={organizationId}
          listPath={listPath}
          clusterUrl={env().baseUrl}
          catalogue={await listKnownScopes()}
        />
      ) : (
        <MissingRole role={caller.role} listPath={listPath} />
      )}
    </>
  );
}
