import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import type { ClientDetailView } from "./client-views";
import { RedirectCheck } from "./redirect-check";

export interface ClientRedirectUrlsProps {
  client: ClientDetailView;
  clientPath: string;
  mayWrite: boolean;
}

/** The redirect URLs, split into their parts, and a check for one that was rejected. */
export function ClientRedirectUrls({ client, clientPath, mayWrite }: ClientRedirectUrlsProps) {
  const { redirectUrls } = client;
  const t = useTranslations("clientPages");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title={t("redirectUrls.title", { count: redirectUrls.length })}
        description={t("redirectUrls.what")}
        padded={false}
        actions={
          mayWrite ? (
            <LinkButton href={`${clientPath}/edit#redirect-urls`} size="small">
              {t("edit")}
            </LinkButton>
          ) : null
        }
      >
        {redirectUrls.length > 0 ? (
          <ul className="divide-y divide-line">
            {redirectUrls.map((url) => (
              <li key={url} className="grid gap-2 px-4 py-4 sm:px-6">
                <Identifier value={url} what={t("redirectUrls.copied")} />
                <AddressParts url={url} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={t("redirectUrls.none")}>
            <p>{t("redirectUrls.noneNext")}</p>
          </EmptyState>
        )}
      </Panel>
      {redirectUrls.length > 0 ? <RedirectCheck client={client} /> : null}
    </div>
  );
}

/** Scheme, host, port and path apart, so that a typing mistake is seen. */
function AddressParts({ url }: { url: string }) {
  const t = useTranslations("clientPages.redirectUrls");
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const defaultPort = protocol === "https:" ? "443" : "80";
  const parts = [
    ["scheme", protocol.replace(":", "")],
    ["host", hostname],
    ["port", port || defaultPort],
    ["path", pathname],
    ...(search ? [["query", search] as const] : []),
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {parts.map(([part, value]) => (
        <div key={part} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-muted">{t(part)}</dt>
          <dd dir="ltr" className="min-w-0 font-mono">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
