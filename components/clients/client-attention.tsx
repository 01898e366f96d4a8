import { useTranslations } from "next-intl";
import type { ClientResponse, ClientSecretListResponse } from "@/lib/clients/schemas";
import type { Activity } from "@/lib/requests/schemas";
import { denialsByCount } from "../activity/activity-words";
import { Badge, type BadgeTone } from "../ui/badge";
import { LinkButton } from "../ui/button";
import { Panel } from "../ui/panel";
import { HEALTH_DAYS } from "./client-health";

export interface ClientAttentionProps {
  client: ClientResponse;
  rotation: ClientSecretListResponse["rotation"];
  activity: Activity;
  /** Scopes without a call for `days`. */
  unused: readonly string[];
  days: number;
  clientPath: string;
  /** False before the first call, when the first steps say what to do. */
  isUsed: boolean;
}

interface Item {
  key: string;
  badge: string;
  tone: BadgeTone;
  text: string;
  action: string;
  href: string;
}

/** How many reasons of denials are listed. */
const MOST_REASONS = 4;

/** What its publisher should do next, each with the place where it is done. */
export function ClientAttention(props: ClientAttentionProps) {
  const t = useTranslations("clientPages.attention");
  const items = useItems(props);
  if (items.length === 0 && !props.isUsed) return null;
  return (
    <Panel title={t("title")} padded={items.length === 0}>
      {items.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map(({ key, badge, tone, text, action, href }) => (
            <li
              key={key}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-6"
            >
              <Badge tone={tone}>{badge}</Badge>
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

function useItems(props: Omit<ClientAttentionProps, "isUsed">): Item[] {
  const { client, rotation, activity, unused, days, clientPath } = props;
  const t = useTranslations("clientPages.attention");
  const recent = activity.buckets.slice(-HEALTH_DAYS);
  const denials = denialsByCount(totalsOf(recent.map(({ refused }) => refused)));
  const configuration = `${clientPath}/configuration`;
  const items: Item[] = denials.slice(0, MOST_REASONS).map(([reason, count]) => ({
    key: reason,
    badge: t("times", { count }),
    tone: "danger",
    text: t("denied", { reason, days: HEALTH_DAYS }),
    action: t("seeRequests"),
    href: `${clientPath}/requests?denied=true&window=${HEALTH_DAYS}d&q=${reason}`,
  }));
  if (client.redirect_urls.length === 0) {
    items.push({
      key: "redirect",
      badge: t("missing"),
      tone: "warning",
      text: t("noRedirectUrl"),
      action: t("add"),
      href: `${configuration}#urls`,
    });
  }
  if (rotation) {
    items.push({
      key: "secret",
      badge: t("secret"),
      tone: "warning",
      text: t(`rotation.${rotation.state}`),
      action: t("seeSecrets"),
      href: `${clientPath}/credentials`,
    });
  }
  return [
    ...items,
    ...unused.map(
      (scope): Item => ({
        key: scope,
        badge: t("days", { days }),
        tone: "warning",
        text: t("unused", { scope }),
        action: t("remove"),
        href: `${configuration}#scopes`,
      }),
    ),
  ];
}

function totalsOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const [reason, count] of counts.flatMap(Object.entries<number>)) {
    totals[reason] = (totals[reason] ?? 0) + count;
  }
  return totals;
}
