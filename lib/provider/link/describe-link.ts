import { env } from "@/lib/kernel/env";
import { findSignInWays } from "@/lib/provider/link/repository";

/** How a person signs in, as their profile shows it. */
export type LinkView = {
  /** Name of the provider; null if this installation has none. */
  provider: string | null;
  isLinked: boolean;
  hasPassword: boolean;
};

/** How a person signs in: with the provider, a password, or both. */
export async function describeLink(userId: string): Promise<LinkView> {
  const { externalId, hasPassword } = await findSignInWays(userId);
  return { provider: env().provider?.name ?? null, isLinked: externalId !== null, hasPassword };
}
