import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import { Panel } from "../ui/panel";

interface FirstStepsProps {
  client: ClientResponse;
  impact: ClientImpact;
  clientPath: string;
}

/** The steps to a new client's first call, checked off by real traffic; nothing after it. */
export function FirstSteps({ client, impact, clientPath }: FirstStepsProps) {
  const t = useTranslations("firstSteps");
  const steps = clientSteps(client, impact, clientPath);
  if (steps.length === 0) return null;
  const remaining = steps.filter(({ isDone }) => !isDone).length;
  return (
    <Panel title={t("title")} description={t("left", { left: remaining, total: steps.length })}>
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

interface ClientStep {
  name: "redirectUrl" | "scopes" | "secret" | "company" | "call";
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

/**
 * What a client needs until its first call; empty after it, so that a removal brings no step back.
 * @param clientPath `/organization/{id}/clients/{client_id}`
 */
export function clientSteps(
  client: Pick<ClientResponse, "redirect_urls" | "scopes" | "last_used_at">,
  { companies, last_call_at: lastCallAt, last_token_at: lastTokenAt }: ClientImpact,
  clientPath: string,
): ClientStep[] {
  if (lastCallAt !== null) return [];
  return [
    {
      name: "redirectUrl",
      isDone: client.redirect_urls.length > 0,
      href: `${clientPath}/configuration#urls`,
    },
    {
      name: "scopes",
      isDone: client.scopes.permissions.length > 0,
      href: `${clientPath}/configuration#scopes`,
    },
    { name: "secret", isDone: client.last_used_at !== null, href: `${clientPath}/quick-start` },
    {
      name: "company",
      isDone: companies.total > 0 || lastTokenAt !== null,
      href: `${clientPath}/quick-start`,
    },
    { name: "call", isDone: false, href: `${clientPath}/quick-start` },
  ];
}
