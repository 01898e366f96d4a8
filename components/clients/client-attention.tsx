import { useTranslations } from "next-intl";
import type { ClientResponse, ClientSecretListResponse } from "@/lib/clients/schemas";
import { Badge } from "../ui/badge";
import { LinkButton } from "../ui/button";
import { Panel } from "../ui/panel";

export interface ClientAttentionProps {
  client: ClientResponse;
  rotation: ClientSecretListResponse["rotation"];
  /** Scopes without a call for `days`. */
  unused: readonly string[];
  days: number;
  clientPath: string;
  /** Whether nothing else on the page says what to do, so that it is worth saying that there is nothing. */
  isCalm: boolean;
}

/** What its publisher should do next, each with the place where it is done. */
export function ClientAttention({ isCalm, ...props }: ClientAttentionProps) {
  const t = useTranslations("clientPages.attention");
  const items = useItems(props);
  if (items.length === 0 && !isCalm) return null;
  return (
    <Panel title={t("title")} padded={items.length === 0}>
      {items.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map(({ badge, text, action, href }) => (
            <li
              key={text}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-6"
            >
              <Badge tone="warning">{badge}</Badge>
              <span className="wrap-anywhere min-w-0 flex-1 basis-52">{text}</span>
              <LinkButton href={href} size="small">
                {action}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function useItems(props: Omit<ClientAttentionProps, "isCalm">) {
  const { client, rotation, unused, days, clientPath } = props;
  const t = useTranslations("clientPages.attention");
  const configuration = `${clientPath}/configuration`;
  const secret = rotation && {
    badge: t("secret"),
    text: t(`rotation.${rotation.state}`),
    action: t("seeSecrets"),
    href: `${clientPath}/credentials`,
  };
  const redirect = client.redirect_urls.length === 0 && {
    badge: t("missing"),
    text: t("noRedirectUrl"),
    action: t("add"),
    href: `${configuration}#urls`,
  };
  const scopes = unused.map((scope) => ({
    badge: t("days", { days }),
    text: t("unused", { scope }),
    action: t("remove"),
    href: `${configuration}#scopes`,
  }));
  return [redirect, secret, ...scopes].filter((item) => !!item);
}
