import { useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { ClientLogo } from "../brand/client-logo";
import { UntrustedName } from "../consent/untrusted-name";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { PageHeader } from "../ui/page-header";
import { ClientStatusBadge } from "./client-status-badge";

export interface ClientHeaderProps {
  client: ClientResponse;
  listPath: string;
}

/** The name of a client and its state: above each of its pages. */
export function ClientHeader({ client, listPath }: ClientHeaderProps) {
  const t = useTranslations("shell.client");
  return (
    <PageHeader
      icon={<ClientLogo client={{ logoUri: client.logo_uri }} className="max-h-14 w-14" />}
      title={<UntrustedName name={client.name} />}
      status={<ClientStatusBadge status={client.status} />}
      breadcrumbs={
        <Breadcrumbs crumbs={[{ label: t("list"), href: listPath }, { label: client.name }]} />
      }
    />
  );
}
