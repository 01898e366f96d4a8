import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PlatformOverview } from "@/lib/platform/overview/schemas";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { matters } from "./attention-matters";

export interface AttentionPanelProps {
  attention: PlatformOverview["attention"];
  /** Secrets of service keys that former operators have seen. */
  secrets: PlatformOverview["secrets_of_former_operators"];
}

/** What needs an operator's attention. */
export function AttentionPanel({ attention, secrets }: AttentionPanelProps) {
  const t = useTranslations("platform.overview.attention");
  const openMatters = matters.filter(({ name }) => attention[name] > 0);
  const isQuiet = openMatters.length + secrets.length === 0;
  return (
    <Panel title={t("title")} padded={isQuiet}>
      {isQuiet ? (
        <p className="flex items-center gap-2">
          <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
          {t("nothing")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {secrets.map(({ client_id: id, name, last_four: lastFour, ends_at: endsAt }) => (
            <Matter key={id + lastFour} href="/platform/service-keys">
              {t.rich("secret_of_former_operator", {
                key: () => <bdi>{name}</bdi>,
                secret: () => <code className="font-mono">…{lastFour}</code>,
                end: () => <Timestamp value={endsAt} />,
              })}
            </Matter>
          ))}
          {openMatters.map(({ name, href }) => (
            <Matter key={name} href={href}>
              {t(name, { count: attention[name] })}
            </Matter>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Matter({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 sm:px-6">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <span>
        <Link href={href} className="inline-link">
          {children}
        </Link>
      </span>
    </li>
  );
}
