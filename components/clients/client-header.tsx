import { KeyGlyph } from "../brand/key-glyph";
import { UntrustedName } from "../consent/untrusted-name";
import { ActiveBadge, Badge } from "../ui/badge";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { LinkButton } from "../ui/link-button";
import { PageHeader } from "../ui/page-header";
import type { ClientDetailView } from "./client-views";

export interface ClientHeaderProps {
  client: ClientDetailView;
  listPath: string;
  mayWrite: boolean;
}

/** The name of a client, its state, and the way to change it. */
export function ClientHeader({ client, listPath, mayWrite }: ClientHeaderProps) {
  return (
    <PageHeader
      icon={<KeyGlyph id={client.clientId} className="w-14 text-brass" />}
      title={<UntrustedName name={client.name} />}
      status={<ActiveBadge active={client.isActive} />}
      description={
        client.description || client.tags.length > 0 ? (
          <div className="grid gap-2">
            {client.description ? (
              <p className="whitespace-pre-line">
                <bdi>{client.description}</bdi>
              </p>
            ) : null}
            {client.tags.length > 0 ? (
              <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
                {client.tags.map((tag) => (
                  <li key={tag}>
                    <Badge>{tag}</Badge>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        ) : undefined
      }
      actions={
        <>
          <LinkButton href={`${listPath}/${client.clientId}/events`}>Failure log</LinkButton>
          {mayWrite ? (
            <LinkButton href={`${listPath}/${client.clientId}/edit`}>Edit client</LinkButton>
          ) : null}
        </>
      }
      breadcrumbs={
        <Breadcrumbs crumbs={[{ label: "Clients", href: listPath }, { label: client.name }]} />
      }
    />
  );
}
