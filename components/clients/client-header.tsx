import { useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { UntrustedName } from "../consent/untrusted-name";
import { PageHeader } from "../ui/page-header";
import { ClientMark } from "./client-mark";
import { ClientStatusBadge } from "./client-status-badge";

export interface ClientHeaderProps {
  client: ClientResponse;
  listPath: string;
}

/** The name of a client and its state: above each of its pages. */
export function ClientHeader({ client, listPath }: ClientHeaderProps) {
  const t = useTranslations("shell.client");
  const { client_id: clientId, name, logo_uri: logoUri } = client;
  return (
    <PageHeader
      icon={<ClientMark size="large" client={{ clientId, name, logoUri }} />}
      title={<UntrustedName name={name} />}
      status={client.status === "active" ? null : <ClientStatusBadge status={client.status} />}
      parents={[{ label: t("list"), href: listPath }]}
    />
  );
}
