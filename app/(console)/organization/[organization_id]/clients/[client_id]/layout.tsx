import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ClientHeader } from "@/components/clients/client-header";
import { ClientTabs } from "@/components/clients/client-tabs";
import { clientPages, consoleLinks, navOf } from "@/components/shell/console-pages";
import { requireClient } from "@/lib/clients/require-client";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";

/** Adds the client's name to the title, so that browser tabs of several clients are distinct. */
export async function generateMetadata(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}): Promise<Metadata> {
  if (!(await currentSession())) return {};
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  // If the page cannot be opened, the page itself says why.
  const result = await requireClient(params, path).catch(() => null);
  if (!result) return {};
  const { client } = result;
  const { productName } = await currentBrand();
  const template = `%s · ${client.meta.name} · ${productName}`;
  return { title: { template, default: client.meta.name } };
}

/** The frame of a client's pages. Each page authorizes for itself; other people get no frame. */
export default async function ClientLayout(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  children: ReactNode;
}) {
  // The page handles sign-in, because it knows where to return to.
  if (!(await currentSession())) return props.children;
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const clientPath = `${listPath}/${params.client_id}`;
  const { client, caller } = await requireClient(params, clientPath);
  const links = await consoleLinks(clientPages, clientPath, (permission) =>
    may(caller, permission),
  );
  return (
    <>
      <div className="grid gap-2">
        <ClientHeader client={client} listPath={listPath} />
        <ClientTabs links={links} tabs={navOf(links)} />
      </div>
      {props.children}
    </>
  );
}
