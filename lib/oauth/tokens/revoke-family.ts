import { transaction } from "@/lib/kernel/db/client";
import { revokeImportedFamily } from "@/lib/oauth/tokens/imported-family-repository";
import { revokeCodeAndItsTokens } from "@/lib/oauth/tokens/revoke-code-and-its-tokens";

/** What all refresh tokens of a family have in common. */
export type TokenFamily = {
  /** The code that the family descends from; null if it was imported. */
  codeHash: Buffer | null;
  familyId: string;
  grantId: string;
};

/** Revokes a refresh token's whole family and the access tokens that descend from it. */
export async function revokeFamily({ codeHash, familyId, grantId }: TokenFamily): Promise<void> {
  if (codeHash) return revokeCodeAndItsTokens(codeHash);
  await transaction((tx) => revokeImportedFamily(tx, familyId, grantId));
}
