import { endFamilyOfCode, endImportedFamily } from "@/lib/protocol/tokens/family-repository";

/** What all refresh tokens of a family have in common. */
export type TokenFamily = {
  /** The code that the family descends from; null if it was imported. */
  codeHash: Buffer | null;
  familyId: string;
  grantId: string;
};

/** Revokes a code and every token that descends from it, those of requests under way included (ADR 41). */
export async function revokeCodeAndItsTokens(codeHash: Buffer): Promise<void> {
  await endFamilyOfCode({ codeHash });
}

/** Revokes a refresh token's whole family and the access tokens that descend from it. */
export async function revokeFamily({ codeHash, familyId, grantId }: TokenFamily): Promise<void> {
  if (codeHash) await endFamilyOfCode({ codeHash });
  else await endImportedFamily({ familyId, grantId });
}
