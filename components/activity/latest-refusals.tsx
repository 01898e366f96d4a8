import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "../list/list-query";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { EventListQuery } from "./event-list-query";

/** A refused request of one of the organization's clients. */
export interface RefusalView {
  id: string;
  clientId: string;
  clientName: string;
  reason: string;
  message: string | null;
  requestId: string;
  createdAt: Date;
}

export interface LatestRefusalsProps {
  refusals: readonly RefusalView[];
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** The newest refusals of all clients, each leading to what was wrong with it. */
export function LatestRefusals({ refusals, clientsPath }: LatestRefusalsProps) {
  const t = useTranslations("activity.refusals");
  return (
    <Panel title={t("title")} padded={refusals.length === 0}>
      {refusals.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {refusals.map((refusal) => (
            <li key={refusal.id} className="grid gap-0.5 px-4 py-2.5 sm:px-6">
              <p>
                <Link href={logOf(refusal, clientsPath)} className="inline-link">
                  {t.rich("refusal", {
                    reason: () => <code className="font-mono text-sm">{refusal.reason}</code>,
                    client: () => <bdi>{refusal.clientName}</bdi>,
                  })}
                </Link>
              </p>
              {refusal.message ? (
                <p className="text-sm">
                  {/* What an endpoint answers is English in every language. */}
                  <bdi lang="en">{refusal.message}</bdi>
                </p>
              ) : null}
              <p className="text-muted text-sm">
                <Timestamp value={refusal.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function logOf({ clientId, requestId }: RefusalView, clientsPath: string): string {
  return listHref<EventListQuery>(`${clientsPath}/${clientId}/events`, { request_id: requestId });
}
