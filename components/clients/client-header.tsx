import { useTranslations } from "next-intl";
import { ClientLogo } from "../brand/client-logo";
import { UntrustedName } from "../consent/untrusted-name";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { PageHeader } from "../ui/page-header";
import { ClientStatusBadge } from "./client-status-badge";
import type { ClientDetailView } from "./client-views";
import { EditClientLink } from "./edit-client-link";

export interface ClientHeaderProps {
  client: Pick<ClientDetailView, "clientId" | "name" | "logoUri" | "status">;
  listPath: string;
  mayWrite: boolean;
}

/** The name of a client, its state, and the way to change it: above each of its pages. */
export function ClientHeader({ client, listPath, mayWrite }: ClientHeaderProps) {
  const t = useTranslations("shell.client");
  return (
    <PageHeader
      icon={<ClientLogo client={client} className="max-h-14 w-14" />}
      title={<UntrustedName name={client.name} />}
      status={<ClientStatusBadge status={client.status} />}
      actions={mayWrite ? <EditClientLink href={`${listPath}/${client.clientId}/edit`} /> : null}
      breadcrumbs={
        <Breadcrumbs crumbs={[{ label: t("list"), href: listPath }, { label: client.name }]} />
      }
    />
  );
}
