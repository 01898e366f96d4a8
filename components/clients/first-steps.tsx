import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel";
import type { ClientDetailView, ClientImpactView } from "./client-views";

interface Step {
  name: "redirectUrl" | "scopes" | "secret" | "company" | "call";
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

export interface FirstStepsProps {
  client: ClientDetailView;
  impact: ClientImpactView;
  clientPath: string;
}

/** What a new client still needs, ticked off by real traffic; nothing once everything is done. */
export function FirstSteps({ client, impact, clientPath }: FirstStepsProps) {
  const t = useTranslations("firstSteps");
  const steps = stepsOf(client, impact, clientPath);
  if (steps.every(({ isDone }) => isDone)) return null;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <Panel title={t("title")} description={t("left", { left, total: steps.length })}>
      <ol className="grid gap-2.5">
        {steps.map((step) => (
          <li key={step.name} className="flex gap-3">
            {step.isDone ? (
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
            ) : (
              <CircleDashed className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden="true" />
            )}
            <span className={step.isDone ? "text-muted" : undefined}>
              <span className="sr-only">{t(step.isDone ? "done" : "toDo")} </span>
              {t(`${step.name}.what`)}{" "}
              {step.isDone ? null : (
                <Link href={step.href} className="inline-link">
                  {t(`${step.name}.where`)}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function stepsOf(client: ClientDetailView, impact: ClientImpactView, path: string): Step[] {
  return [
    {
      name: "redirectUrl",
      isDone: client.redirectUrls.length > 0,
      href: `${path}/edit#redirect-urls`,
    },
    {
      name: "scopes",
      isDone: client.scopes.length > 0,
      href: `${path}/edit#scopes`,
    },
    {
      name: "secret",
      isDone: client.lastUsedAt !== null,
      href: `${path}/quick-start`,
    },
    {
      name: "company",
      isDone: impact.companies.total > 0,
      href: `${path}/try`,
    },
    {
      name: "call",
      isDone: impact.lastCallAt !== null,
      href: `${path}/quick-start`,
    },
  ];
}
