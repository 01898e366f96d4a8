import { readPlatformChain } from "@/lib/audit/chain-repository";
import type { ChainVerdict } from "@/lib/audit/schemas";
import { walkChain } from "@/lib/audit/walk-chain";

/** Verifies the chain of the platform's own audit rows from the first to the last. */
export function walkPlatformChain(): Promise<ChainVerdict> {
  return walkChain({ name: "Platform", read: readPlatformChain });
}
