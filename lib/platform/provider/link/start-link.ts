import { renderPage } from "@/lib/core/pages/render-page";
import { isOwnPassword } from "@/lib/identity/account/is-own-password";
import { profileForm } from "@/lib/identity/account/profile-form";
import { prepareProviderRedirect } from "@/lib/platform/provider/prepare-provider-redirect";
import { providerProblemPage } from "@/lib/platform/provider/problem-page";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/**
 * POST `/profile/provider/link`: given the password, sends the person to the provider to prove the account that they
 * want to link. The answer is a page, because Chromium applies our form-action to redirects that follow a form.
 */
export const startLink = profileForm("provider", async ({ session, form, info, headers }) => {
  const { name } = requireProvider();
  const { userId, sessionId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  const attempt = {
    returnTo: "/profile",
    silent: "no" as const,
    isFresh: true,
    linkFor: sessionId,
  };
  try {
    const { address, cookies } = await prepareProviderRedirect(attempt, headers.get("cookie"));
    const response = renderPage(headers, 200, (t) => ({
      title: t("linkAccount.title", { provider: name }),
      link: { href: address, label: t("linkAccount.goOn", { provider: name }) },
      followLink: true,
    }));
    for (const cookie of cookies) response.headers.append("set-cookie", cookie);
    return response;
  } catch (thrown) {
    return providerProblemPage(thrown, "/profile", info);
  }
});
