import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/confirm-person";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";
import { providerProblemPath } from "@/lib/platform/provider/problem-page";
import { requireProvider } from "@/lib/platform/provider/require-provider";
import { prepareProviderRedirect } from "@/lib/platform/provider/start-provider-sign-in";

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
