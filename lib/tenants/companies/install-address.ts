import { env } from "@/lib/core/env";

/**
 * Where the platform sends the seller's browser to install or launch an extension (platform spec, section 4.2).
 * @param baseUrl the extension's base URL
 */
export function installAddress(baseUrl: string, clientId: string, companyId: number): string {
  const query = new URLSearchParams({
    company_id: String(companyId),
    client_id: clientId,
    cluster_url: env().clusterUrl,
  });
  return `${baseUrl.replace(/\/+$/, "")}/fp/install?${query}`;
}
