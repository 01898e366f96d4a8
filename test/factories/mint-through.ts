import {
  type MintedOrganization,
  mintClient,
  mintOrganization,
  mintOrganizationGrant,
} from "@/test/factories/mint";
import { mintAccessToken } from "@/test/factories/mint-tokens";

/** An extension through which a person acts in an organization. */
export type MintedThrough = { token: string; clientId: string; publisher: MintedOrganization };

/** An extension of another organization, and an online token of a person who acts through it in their own. */
export async function mintThrough(
  organizationId: string,
  { userId }: { userId: string },
  scopes: string[],
): Promise<MintedThrough> {
  const publisher = await mintOrganization();
  const client = await mintClient(publisher.organizationId, { scopes });
  const { clientId } = client;
  const { grantId } = await mintOrganizationGrant(clientId, organizationId, scopes, userId);
  const columns = { organizationId, userId, scopes };
  const token = await mintAccessToken({ client, grantId }, "online", columns);
  return { token, clientId, publisher };
}
