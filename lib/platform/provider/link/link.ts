import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { recordPlatformChanges } from "@/lib/audit/record-change";
import { transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/check-password";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice, value } from "@/lib/operation/returns";
import { endPlatformAccess } from "@/lib/platform/provider/claims/apply-claims";
import {
  clearExternalId,
  findSignInWays,
  type SignInWays,
} from "@/lib/platform/provider/link/repository";
import { providerProblemPath, requireProvider } from "@/lib/platform/provider/provider";
import { prepareProviderRedirect } from "@/lib/platform/provider/start-provider-sign-in";

/** How a person signs in, as their profile shows it. */
type LinkView = SignInWays & {
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

/**
 * Given the password, sends the person to the provider to prove the account that they want to link. The answer is a
 * page, because Chromium applies our form-action to redirects that follow a form.
 */
export const startLink = operation({
  id: "startLink",
  request: { route: "POST /profile/provider/link", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("provider"),
  async run({ caller: { session }, body, info, cookie }) {
    const { name } = requireProvider();
    const { userId, sessionId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    const attempt = {
      returnTo: "/profile",
      silent: "no" as const,
      isFresh: true,
      linkFor: sessionId,
    };
    try {
      const { address, cookies } = await prepareProviderRedirect(attempt, cookie);
      return {
        page: (t) => ({
          title: t("linkAccount.title", { provider: name }),
          link: { href: address, label: t("linkAccount.goOn", { provider: name }) },
          followLink: true,
        }),
        cookies,
      };
    } catch (thrown) {
      return { to: providerProblemPath(thrown, "/profile", info), status: 302 } as const;
    }
  },
});

/**
 * Given the password, removes the link to the provider's account, and ends the other sessions that were opened there
 * and all that the platform gave, because it no longer reaches this account. The owner of the provider's account is
 * then a new person here.
 */
export const unlinkProvider = operation({
  id: "unlinkProvider",
  request: { route: "POST /profile/provider/unlink", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("provider"),
  async run({ caller: { session }, body, info }) {
    const { userId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    await transaction(async (tx) => {
      const externalId = await clearExternalId(tx, session);
      if (externalId === null) return;
      const changes = await endPlatformAccess(tx, userId, info);
      await recordAccountEvent(tx, userId, info, { action: "provider.unlinked" });
      const before = { external_id: externalId };
      const unlinked = { action: "user.unlinked", target: `user:${userId}`, before };
      await recordPlatformChanges(tx, `user:${userId}`, info, [...changes, unlinked]);
    });
    return notice("provider_unlinked");
  },
});
