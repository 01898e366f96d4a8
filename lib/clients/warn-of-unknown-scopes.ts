import type { ClientResponse } from "@/lib/clients/schemas";
import { findUnknownScopes } from "@/lib/protocol/scopes/find-unknown-scopes";

/** The warnings of a response to a request that set these scopes; none if the catalogue has them all. */
export async function warnOfUnknownScopes(
  scopes: readonly string[],
): Promise<Pick<ClientResponse, "warnings">> {
  const unknownScopes = await findUnknownScopes(scopes);
  if (unknownScopes.length === 0) return {};
  return {
    warnings: unknownScopes.map(({ name, nearest }) => ({
      path: "scopes.permissions",
      message: `The platform's catalogue has no scope ${name}. ${nearest ? `Did you mean ${nearest}?` : "Sellers see only its name."}`,
    })),
  };
}
