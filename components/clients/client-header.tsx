import { KeyGlyph } from "../brand/key-glyph";
import { UntrustedName } from "../consent/untrusted-name";
import { ActiveBadge } from "../ui/badge";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { LinkButton } from "../ui/link-button";
import { PageHeader } from "../ui/page-header";
import type { ClientDetailView } from "./client-views";

export interface ClientHeaderProps {
  client: Pick<ClientDetailView, "clientId" | "name" | "isActive">;
  listPath: string;
  mayWrite: boolean;
}

/** The name of a client, its state, and the way to change it: above each of its pages. */
export function ClientHeader({ client, listPath, mayWrite }: ClientHeaderProps) {
  return (
    <PageHeader
      icon={<KeyGlyph id={client.clientId} className="w-14 text-brass" />}
      title={<UntrustedName name={client.name} />}
      status={<ActiveBadge active={client.isActive} />}
      actions={
        mayWrite ? (
          <LinkButton href={`${listPath}/${client.clientId}/edit`}>Edit client</LinkButton>
        ) : null
      }
      breadcrumbs={
        <Breadcrumbs crumbs={[{ label: "Clients", href: listPath }, { label: client.name }]} />
      }
    />
  );
}
