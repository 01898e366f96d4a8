import type { CreateClientInput } from "@/lib/clients/input-schemas";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import type { ManagementApi } from "@/test/requests/http/management-api";

/** A client registered through the API. */
export type ExtensionClient = {
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
};

/** The default scopes of clients in tests. */
export const TEST_SCOPES = ["company/orders/read", "company/products/read"] as const;

/**
 * Registers a client of the demo organization that no other test uses; `fields` overrides what a
 * test cares about.
 */
export async function registerExtension(
  management: ManagementApi,
  fields: Partial<CreateClientInput> = {},
): Promise<ExtensionClient> {
  const created = await management.create({
    meta: { name: "Made by a test" },
    scopes: { permissions: [...TEST_SCOPES] },
    redirect_urls: [REDIRECT_URI],
    ...fields,
  });
  return {
    clientId: created.client_id,
    clientSecret: created.secret[0] ?? "",
    scopes: created.scopes.permissions,
  };
}
