import type { ClientResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { EXAMPLE_BASE_URL } from "../clients/client-snippets";
import type { QuickStartProps } from "./quick-start";
import { exampleApiPath } from "./quick-start-snippets";
import type { SandboxView } from "./sandbox-view";

/** The data of the quick start. */
export interface QuickStartFacts {
  client: ClientResponse;
  /** Live ones, newest first; masked. */
  secrets: readonly ClientSecretResponse[];
  clusterUrl: string;
  /** Whether there is an API for the examples to call. */
  hasSampleApi: boolean;
  /** A path that the gate allows the client to read; null if there is none. */
  openPath: string | null;
  sandboxes: readonly SandboxView[];
  /** The extension's address for installing it in a company; null without a base URL. */
  installHref: (companyId: number) => string | null;
  organizationInstallHref: string | null;
  person: { role: string; mayConsent: boolean };
}

/** The quick start of a client, without its links into the console. */
export function presentQuickStart(
  facts: QuickStartFacts,
): Omit<QuickStartProps, "credentialsHref" | "clientPath" | "mayWrite"> {
  const { client, secrets, clusterUrl, sandboxes, organizationInstallHref, person } = facts;
  const baseUrl = client.base_url ?? EXAMPLE_BASE_URL;
  const root = baseUrl.replace(/\/+$/, "");
  const joined = sandboxes.filter(({ role }) => role !== null);
  const companyId = String(joined[0]?.companyId ?? "$COMPANY_ID");
  const [secret] = secrets;
  return {
    values: {
      clusterUrl,
      organizationId: client.organization_id,
      clientId: client.client_id,
      secret: secret
        ? `paste-the-secret-that-ends-with-${secret.last_four}`
        : "rotate-for-a-secret",
      baseUrl: root,
      grants: client.grants,
      companyId,
      redirectUrl: client.redirect_urls[0] ?? `${root}/fp/auth`,
      scopes: client.scopes.permissions,
      apiPath: exampleApiPath(facts.hasSampleApi, facts.openPath, companyId),
    },
    hasBaseUrl: client.base_url !== null,
    redirectUrls: client.redirect_urls,
    isActive: client.is_active,
    installTargets: joined.flatMap(({ companyId, name }) => {
      const href = facts.installHref(companyId);
      return href ? [{ companyId, name, href }] : [];
    }),
    organizationInstall: organizationInstallHref
      ? {
          href: organizationInstallHref,
          callbackUrl: `${root}/adm/auth`,
          redirectUrls: client.redirect_urls,
          ...person,
        }
      : null,
  };
}
