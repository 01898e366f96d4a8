import { mintClient, mintHolder } from "@/test/factories/mint";

/**
 * A secret of a client with more permissions than most roles, which a person has seen.
 * @param scope of the client; by default one that owners and admins have
 */
export async function mintSeenSecret(
  organizationId: string,
  userId: string,
  scope = "organization/members/write",
): Promise<string> {
  const { secretId } = await mintClient(organizationId, { scopes: [scope] });
  await mintHolder(secretId, `user:${userId}`);
  return secretId;
}
