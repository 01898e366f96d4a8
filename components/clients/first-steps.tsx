import { useTranslations } from "next-intl";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import { StepList } from "../ui/step-list";

interface FirstStepsProps {
  client: ClientResponse;
  impact: ClientImpact;
  clientPath: string;
  mayWrite: boolean;
}

/** The steps to a new client's first call. */
export function FirstSteps({ client, impact, clientPath, mayWrite }: FirstStepsProps) {
  const t = useTranslations("firstSteps");
  return (
    <StepList
      mayWrite={mayWrite}
      steps={clientSteps(client, impact, clientPath).map(({ name, ...step }) => ({
        ...step,
        title: t(`${name}.what`),
        link: t(`${name}.where`),
      }))}
    />
  );
}

interface ClientStep {
  name: "redirectUrl" | "scopes" | "secret" | "company" | "call";
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

/**
 * What real traffic has done; trials are none. A later step includes the earlier ones, so a removal brings none back.
 * @param isScript whether it gets its tokens itself, so that no company installs it
 */
export function stepsDone(
  isScript: boolean,
  { last_used_at: secretUsedAt }: Pick<ClientResponse, "last_used_at">,
  { companies, last_call_at: lastCallAt, last_token_at: lastTokenAt }: ClientImpact,
) {
  const hasToken = lastTokenAt !== null || lastCallAt !== null;
  return {
    configure: secretUsedAt !== null || hasToken,
    run: isScript ? hasToken : lastCallAt !== null,
    install: companies.total > 0 || hasToken,
  };
}

/**
 * What a client needs until its first call; empty after it, so that a removal brings no step back.
 * @param clientPath `/organization/{id}/clients/{client_id}`
 */
export function clientSteps(
  client: Pick<ClientResponse, "redirect_urls" | "scopes" | "last_used_at">,
  impact: ClientImpact,
  clientPath: string,
): ClientStep[] {
  const isDone = stepsDone(false, client, impact);
  if (isDone.run) return [];
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
    { name: "secret", isDone: isDone.configure, href: `${clientPath}/connect` },
    {
      name: "company",
      isDone: isDone.install,
      href: `${clientPath}/connect`,
    },
    { name: "call", isDone: false, href: `${clientPath}/connect` },
  ];
}
