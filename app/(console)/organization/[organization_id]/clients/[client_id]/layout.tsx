import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMark } from "@/components/clients/client-mark";
import { ClientStatusBadge } from "@/components/clients/client-status-badge";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { clientPages, consoleLinks } from "@/components/shell/console-pages";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { requireClient } from "@/lib/clients/require-client";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";

interface ClientProps {
  params: Promise<{ organization_id: string; client_id: string }>;
  children: ReactNode;
}

/** Adds the client's name to the title, so that browser tabs of several clients are distinct. */
export async function generateMetadata(props: Pick<ClientProps, "params">): Promise<Metadata> {
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
export default async function ClientLayout(props: ClientProps) {
  // The page handles sign-in, because it knows where to return to.
  if (!(await currentSession())) return props.children;
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const clientPath = `${listPath}/${params.client_id}`;
  const { client, caller } = await requireClient(params, clientPath);
  const { name, logo_uri: logoUri } = client;
  const t = await getTranslations("shell.client");
  const links = await consoleLinks(clientPages, clientPath, (permission) =>
    may(caller, permission),
  );
  return (
    <>
      <div className="grid gap-2">
        <PageHeader
          icon={<ClientMark size="large" client={{ clientId: params.client_id, name, logoUri }} />}
          title={<UntrustedName name={name} />}
          status={<ClientStatusBadge status={client.status} />}
          parents={[{ label: t("list"), href: listPath }]}
        />
        <TabLinks label={t("navigation")} tabs={links} />
      </div>
      {props.children}
    </>
  );
}
