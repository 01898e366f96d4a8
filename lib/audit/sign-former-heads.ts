import type { HeadSignature } from "@/lib/audit/chain-repository";
import {
  insertHeadSignature,
  listUnsignedHeads,
  type UnsignedHead,
} from "@/lib/audit/former-head-repository";

/**
 * Signs the former end of each migrated log, so that exports from before the migration stay provable. Does nothing for
 * those that are signed already. Several servers may do so at once; the first signature stays.
 * @param sign signs what it is given in the name of the installation
 */
export async function signFormerHeads(
  sign: (head: UnsignedHead) => Promise<HeadSignature>,
): Promise<void> {
  for (const head of await listUnsignedHeads()) {
    await insertHeadSignature(head.organization_id, await sign(head));
  }
}
