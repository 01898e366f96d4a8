import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { Step } from "../ui/step-list";

/** What real traffic has done. A later step includes the earlier ones, so that a removal brings none back. */
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

/** What a client needs until its first call; none after it, so that a removal brings no step back. */
export function clientSteps(
  client: Pick<ClientResponse, "redirect_urls" | "scopes" | "last_used_at">,
  impact: ClientImpact,
  clientPath: string,
): Step<"redirectUrl" | "scopes" | "secret" | "company" | "call">[] {
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
    { name: "company", isDone: isDone.install, href: `${clientPath}/connect` },
    { name: "call", isDone: false, href: `${clientPath}/connect` },
  ];
}
