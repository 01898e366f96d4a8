import { env } from "@/lib/core/env/env";

/**
 * Where the platform sends the browser to install or launch an extension for an organization: the counterpart of
 * `/fp/install` (platform spec, section 4.2).
 * @param baseUrl the extension's base URL
 */
export function organizationInstallAddress(
  baseUrl: string,
  clientId: string,
  organizationId: string,
): string {
  const query = new URLSearchParams({
    organization_id: organizationId,
    client_id: clientId,
    cluster_url: env().clusterUrl,
  });
  return `${baseUrl.replace(/\/+$/, "")}/adm/install?${query}`;
}
