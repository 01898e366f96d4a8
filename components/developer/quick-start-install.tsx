import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";

/** A company in which the client can be installed. */
interface InstallTarget {
  companyId: number;
  name: string;
  /** The extension's `/fp/install`, with its parameters. */
  href: string;
}

export interface QuickStartInstallProps {
  /** Null for a client without a base URL. */
  organizationInstall: InstallForOrganizationProps | null;
  isActive: boolean;
  installTargets: readonly InstallTarget[];
}

/** The links by which a client is installed, or why there are none. */
export function QuickStartInstall(props: QuickStartInstallProps) {
  const t = useTranslations("developer.quickStart.install");
  const { isActive, installTargets, organizationInstall } = props;
  if (!organizationInstall) {
    return <p>{t("noBaseUrl")}</p>;
  }
  if (!isActive) {
    return <p>{t("inactive")}</p>;
  }
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <div className="grid gap-0.5">
          <h3 className="text-base">{t("company")}</h3>
          <p className="max-w-reading text-muted text-sm">
            {t.rich("companyExplanation", {
              code: (path) => <code className="font-mono">{path}</code>,
            })}
          </p>
        </div>
        {installTargets.length > 0 ? (
          <ul className="flex flex-wrap gap-3">
            {installTargets.map(({ companyId, name, href }) => (
              <li key={companyId}>
                <a href={href} rel="noopener" className={buttonClass("primary")}>
                  <span>
                    {t.rich("inCompany", { company: () => <bdi>{name}</bdi>, id: companyId })}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t("noCompany")}</p>
        )}
      </div>
      <InstallForOrganization {...organizationInstall} />
    </div>
  );
}

interface InstallForOrganizationProps {
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
function InstallForOrganization(props: InstallForOrganizationProps) {
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
