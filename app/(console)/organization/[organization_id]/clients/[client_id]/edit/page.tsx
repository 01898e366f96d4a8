import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EditClient } from "@/components/clients/edit-client";
import { MissingRole } from "@/components/clients/missing-role";
import { presentClient } from "@/components/clients/present-client";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/auth/caller";
import { requireOrganizationMember } from "@/lib/auth/require-member";
import { openClient } from "@/lib/clients/open-client";
import { readRequestInfo } from "@/lib/http/request-info";
import { describeScopes } from "@/lib/scopes/describe-scopes";
import { listKnownScopes } from "@/lib/scopes/list-known-scopes";

export const metadata: Metadata = { title: "Edit client" };

/** Changes a client's name, addresses, scopes and tokens. */
export default async function EditClientPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const { organization_id: organizationId, client_id: clientId } = await props.params;
  const listPath = `/organization/${organizationId}/clients`;
  const path = `${listPath}/${clientId}`;
  const { caller } = await requireOrganizationMember(organizationId, `${path}/edit`);
  const opened = await openClient(caller, clientId, readRequestInfo(await headers()));
  if (!opened) notFound();
  const scopes = await describeScopes(opened.client.scopes.permissions);
  const client = presentClient(opened.client, opened.secrets, scopes);
  return (
    <>
      <PageHeader
        title={
          <>
            Edit <bdi>{client.name}</bdi>
          </>
        }
        breadcrumbs={
          <Breadcrumbs
            crumbs={[
              { label: "Clients", href: listPath },
              { label: client.name, href: path },
              { label: "Edit" },
            ]}
          />
        }
      />
      {may(caller, "clients:write") ? (
        <EditClient client={client} path={path} catalogue={await listKnownScopes()} />
      ) : (
        <MissingRole role={caller.role} listPath={listPath} />
      )}
    </>
  );
}
