import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ClientDetail } from "@/components/clients/client-detail";
import { ClientHeader } from "@/components/clients/client-header";
import { presentClient } from "@/components/clients/present-client";
import { may } from "@/lib/auth/caller";
import { requireOrganizationMember } from "@/lib/auth/require-member";
import { openClient } from "@/lib/clients/open-client";
import { env } from "@/lib/env";
import { readRequestInfo } from "@/lib/http/request-info";
import { describeScopes } from "@/lib/scopes/describe-scopes";

export const metadata: Metadata = { title: "Client" };

/** One client of an organization. Opening it reveals no secret. */
export default async function ClientPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const { organization_id: organizationId, client_id: clientId } = await props.params;
  const listPath = `/organization/${organizationId}/clients`;
  const path = `${listPath}/${clientId}`;
  const { caller } = await requireOrganizationMember(organizationId, path);
  const opened = await openClient(caller, clientId, readRequestInfo(await headers()));
  if (!opened) notFound();
  const scopes = await describeScopes(opened.client.scopes.permissions);
  const client = presentClient(opened.client, opened.secrets, scopes);
  const mayWrite = may(caller, "clients:write");
  return (
    <>
      <ClientHeader client={client} listPath={listPath} mayWrite={mayWrite} />
      <ClientDetail
        client={client}
        clusterUrl={env().baseUrl}
        mayWrite={mayWrite}
        listPath={listPath}
      />
    </>
  );
}
