import { env } from "@/lib/core/env/env";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findSignInWays, type SignInWays } from "@/lib/platform/provider/link/repository";

/** How a person signs in, as their profile shows it. */
export type LinkView = SignInWays & {
  /** Name of the provider; null if this installation has none. */
  provider: string | null;
};

/** How a person signs in: with the provider, a password, or both. */
export const describeLink = operation({
  id: "describeLink",
  access: signedIn(),
  returns: value<LinkView>(),
  async run({ caller: { session } }) {
    const ways = await findSignInWays(session.userId);
    return { provider: env().provider?.name ?? null, ...ways };
  },
});
