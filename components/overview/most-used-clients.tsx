import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { Panel } from "../ui/panel";

export interface MostUsedClientsProps {
  clients: readonly { clientId: string; name: string; issued: number }[];
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** The clients that were issued the most tokens in the period. */
export function MostUsedClients({ clients, clientsPath }: MostUsedClientsProps) {
  const t = useTranslations("overview.mostUsed");
  return (
    <Panel title={t("title")} padded={clients.length === 0}>
      {clients.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ol className="divide-y divide-line">
          {clients.map(({ clientId, name, issued }) => (
            <li key={clientId} className="flex justify-between gap-4 px-4 py-2.5 sm:px-6">
              <Link href={`${clientsPath}/${clientId}/requests`} className="inline-link min-w-0">
                <bdi>{name}</bdi>
              </Link>
              <span className="shrink-0 text-muted tabular-nums">
                {t("tokens", { count: issued })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
