import type { ClientDetailView, ClientImpactView } from "./client-views";

export interface ClientStep {
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
  client: Pick<ClientDetailView, "redirectUrls" | "scopes" | "lastUsedAt">,
  { companies, lastCallAt, lastTokenAt }: ClientImpactView,
  clientPath: string,
): ClientStep[] {
  if (lastCallAt !== null) return [];
  return [
    {
      name: "redirectUrl",
      isDone: client.redirectUrls.length > 0,
      href: `${clientPath}/edit#redirect-urls`,
    },
    { name: "scopes", isDone: client.scopes.length > 0, href: `${clientPath}/edit#scopes` },
    { name: "secret", isDone: client.lastUsedAt !== null, href: `${clientPath}/quick-start` },
    {
      name: "company",
      isDone: companies.total > 0 || lastTokenAt !== null,
      href: `${clientPath}/try`,
    },
    { name: "call", isDone: false, href: `${clientPath}/quick-start` },
  ];
}
