import { env } from "@/lib/core/env";
import { findSignInWays, type SignInWays } from "@/lib/platform/provider/link/repository";

/** How a person signs in, as their profile shows it. */
export type LinkView = SignInWays & {
  /** Name of the provider; null if this installation has none. */
  provider: string | null;
};

/** How a person signs in: with the provider, a password, or both. */
export async function describeLink(userId: string): Promise<LinkView> {
  return { provider: env().provider?.name ?? null, ...(await findSignInWays(userId)) };
}
