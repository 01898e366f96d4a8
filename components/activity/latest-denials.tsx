import Link from "next/link";
import { useTranslations } from "next-intl";
import { stateHref } from "../list/list-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { DenialExplanation } from "./denial-explanation";

/** A denied request of one of the organization's clients. */
export interface DenialView {
  id: string;
  clientId: string;
  clientName: string;
  reason: string;
  check: string | null;
  message: string | null;
  requestId: string;
  createdAt: Date;
}

export interface LatestDenialsProps {
  denials: readonly DenialView[];
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** The newest denials of all clients, each leading to what was wrong with it. */
export function LatestDenials({ denials, clientsPath }: LatestDenialsProps) {
  const t = useTranslations("activity.denials");
  return (
    <Panel title={t("title")} padded={denials.length === 0}>
      {denials.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {denials.map((denial) => (
            <li key={denial.id} className="grid gap-0.5 px-4 py-2.5 sm:px-6">
              <p>
                <Link href={logOf(denial, clientsPath)} className="inline-link">
                  {t.rich("denial", {
                    reason: () => <code className="font-mono text-sm">{denial.reason}</code>,
                    client: () => <bdi>{denial.clientName}</bdi>,
                  })}
                </Link>
              </p>
              <p className="text-sm empty:hidden">
                <DenialExplanation check={denial.check} message={denial.message} />
              </p>
              <p className="text-muted text-sm">
                <Timestamp value={denial.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function logOf({ clientId, requestId }: DenialView, clientsPath: string): string {
  return stateHref(`${clientsPath}/${clientId}/requests`, { request: requestId });
}
