import { mintClient, mintHolder } from "@/test/factories/mint";

/** A secret of a client with more permissions than most roles, which a person has seen. */
export async function mintSeenSecret(organizationId: string, userId: string): Promise<string> {
  const scopes = ["organization/members/write"];
  const { secretId } = await mintClient(organizationId, { scopes });
  await mintHolder(secretId, `user:${userId}`);
  return secretId;
}
