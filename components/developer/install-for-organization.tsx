import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";
import { Notice } from "../ui/notice";

export interface InstallForOrganizationProps {
  /** Where the browser is sent: the extension's own `/adm/install`. */
  href: string;
  /** The callback URL that the extension will use. */
  callbackUrl: string;
  redirectUrls: readonly string[];
  /** Whether the person may allow it for the organization; otherwise their role in it. */
  mayConsent: boolean;
  role: string;
}

/** Starts the organization's flow at the extension, or says what is missing. */
export function InstallForOrganization(props: InstallForOrganizationProps) {
  const t = useTranslations("developer.quickStart.install");
  const { href, callbackUrl, redirectUrls, mayConsent, role } = props;
  return (
    <div className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 className="text-base">{t("organization")}</h3>
        <p className="max-w-reading text-muted text-sm">
          {t.rich("organizationExplanation", {
            code: (path) => <code className="font-mono">{path}</code>,
          })}
        </p>
      </div>
      {redirectUrls.includes(callbackUrl) ? null : (
        <Notice tone="warning" title={t("notRegistered")}>
          <p>
            {t.rich("notRegisteredNext", {
              address: () => <code className="font-mono text-sm">{callbackUrl}</code>,
            })}
          </p>
        </Notice>
      )}
      {mayConsent ? null : <p className="max-w-reading text-sm">{t("mayLaunch", { role })}</p>}
      <a href={href} rel="noopener" className={buttonClass("secondary", "medium", "w-fit")}>
        {t("inOrganization")}
      </a>
    </div>
  );
}
