import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ClientEvent } from "@/lib/protocol/events/schemas";
import { stateHref } from "../list/list-state";
import { fixWords } from "../requests/fix-words";
import { Panel } from "../ui/panel";
import { causeWords } from "./denial-explanation";

/** A client with more denials than usual. */
export interface TroubledClientView {
  clientId: string;
  name: string;
  /** Over the last 24 hours. */
  denials: number;
  /** Over the 24 hours before. */
  denialsBefore: number;
  /** The check that failed in most of these denials, with its needs; null if unknown. */
  check: string | null;
  fix: ClientEvent["fix"];
}

export interface TroubledClientsProps {
  clients: readonly TroubledClientView[];
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** Clients whose denials are rising, each leading to its denied requests; nothing if there are none. */
export function TroubledClients({ clients, clientsPath }: TroubledClientsProps) {
  const t = useTranslations("activity.troubled");
  if (clients.length === 0) return null;
  return (
    <Panel title={t("title")} description={t("explanation")} padded={false}>
      <ul className="divide-y divide-line">
        {clients.map((client) => (
          <li key={client.clientId} className="grid gap-0.5 px-4 py-2.5 sm:px-6">
            <p className="flex flex-wrap justify-between gap-x-4">
              <Link href={logOf(client, clientsPath)} className="inline-link wrap-anywhere min-w-0">
                {t.rich("failures", { client: () => <bdi>{client.name}</bdi> })}
              </Link>
              <span className="tabular-nums">
                {t("denials", { count: client.denials, before: client.denialsBefore })}
              </span>
            </p>
            <Cause {...client} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Cause({ check, fix }: Pick<TroubledClientView, "check" | "fix">) {
  const t = useTranslations("activity.troubled");
  const causes = useTranslations("causes");
  const fixes = useTranslations("events.fixes");
  const solution = fix ? fixWords(fixes, fix) : null;
  if (check === null) return null;
  return (
    <p className="wrap-anywhere max-w-reading text-muted text-sm">
      {t("cause", { cause: causeWords(causes, check) })}{" "}
      {solution ? <bdi lang={solution.isEnglish ? "en" : undefined}>{solution.text}</bdi> : null}
    </p>
  );
}

function logOf({ clientId }: TroubledClientView, clientsPath: string): string {
  return stateHref(`${clientsPath}/${clientId}/requests`, { denied: "true" });
}
