import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";

export interface ConnectInstallProps {
  /** Why the extension cannot be opened; null if it can. */
  obstacle: "noBaseUrl" | "inactive" | null;
  /** The sandbox companies of the person, with the extension's `/fp/install` and its parameters. */
  installTargets: readonly { companyId: number; name: string; href: string }[];
  /** The extension's own `/adm/install`. */
  organizationHref: string;
  /** The address that it will ask to be sent back to; null if it is registered. */
  unregisteredCallback: string | null;
  /** The role of a person who may not allow it for the organization; null for others. */
  lackingRole: string | null;
}

/** The links by which an extension is installed, or why there are none. */
export function ConnectInstall(props: ConnectInstallProps) {
  const { obstacle, installTargets, organizationHref, unregisteredCallback, lackingRole } = props;
  const t = useTranslations("developer.install");
  const code = (path: ReactNode) => <code className="font-mono text-sm">{path}</code>;
  if (obstacle) return <p>{t(obstacle)}</p>;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="grid gap-3">
        <h3 className="text-base">{t("company")}</h3>
        <p className="max-w-reading text-muted text-sm">{t.rich("companyExplanation", { code })}</p>
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
      </section>
      <section className="grid gap-3">
        <h3 className="text-base">{t("organization")}</h3>
        <p className="max-w-reading text-muted text-sm">
          {t.rich("organizationExplanation", { code })}
        </p>
        {unregisteredCallback ? (
          <Notice tone="warning" title={t("notRegistered")}>
            <p>{t.rich("notRegisteredNext", { address: () => code(unregisteredCallback) })}</p>
          </Notice>
        ) : null}
        {lackingRole ? <p className="text-sm">{t("mayLaunch", { role: lackingRole })}</p> : null}
        <a href={organizationHref} rel="noopener" className={buttonClass()}>
          {t("inOrganization")}
        </a>
      </section>
    </div>
  );
}
