import { sha256 } from "@/lib/crypto/hash";
import { hasUsers, isLinkOpen } from "@/lib/setup/repository";

/** Whether this link still creates the first owner. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await isLinkOpen(sha256(token))) && !(await hasUsers());
}
