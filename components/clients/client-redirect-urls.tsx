import { EmptyState } from "../ui/empty-state";
import { Identifier } from "../ui/identifier";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import type { ClientDetailView } from "./client-views";
import { RedirectCheck } from "./redirect-check";

export interface ClientRedirectUrlsProps {
  client: ClientDetailView;
  clientPath: string;
  mayWrite: boolean;
}

/** Where sellers come back to, each address taken apart, and a check for one that is refused. */
export function ClientRedirectUrls({ client, clientPath, mayWrite }: ClientRedirectUrlsProps) {
  const { redirectUrls } = client;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title={
          redirectUrls.length === 1 ? "1 redirect URL" : `${redirectUrls.length} redirect URLs`
        }
        description="Compared character by character; on a loopback host any port matches."
        padded={false}
        actions={
          mayWrite ? (
            <LinkButton href={`${clientPath}/edit#redirect-urls`} size="small">
              Edit
            </LinkButton>
          ) : null
        }
      >
        {redirectUrls.length > 0 ? (
          <ul className="divide-y divide-line">
            {redirectUrls.map((url) => (
              <li key={url} className="grid gap-2 px-4 py-4 sm:px-6">
                <Identifier value={url} what="redirect URL" />
                <AddressParts url={url} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No redirect URL">
            <p>Every authorize request is refused until there is one.</p>
          </EmptyState>
        )}
      </Panel>
      {redirectUrls.length > 0 ? <RedirectCheck client={client} /> : null}
    </div>
  );
}

/** Scheme, host, port and path apart, so that a typing mistake is seen. */
function AddressParts({ url }: { url: string }) {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const defaultPort = protocol === "https:" ? "443" : "80";
  const parts = [
    ["Scheme", protocol.replace(":", "")],
    ["Host", hostname],
    ["Port", port || defaultPort],
    ["Path", pathname],
    ...(search ? [["Query", search]] : []),
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {parts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
