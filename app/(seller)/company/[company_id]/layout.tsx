import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson, listTenantLinks } from "@/components/shell/describe-person";
import { TenantStatusNotice } from "@/components/shell/tenant-status-notice";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listTenants } from "@/lib/tenants/companies/list-tenants";

/** The frame of a company's pages. Each page authorizes for itself; others get the frame of their own pages. */
export default async function CompanyLayout(props: {
  params: Promise<{ company_id: string }>;
  children: ReactNode;
}) {
  const { company_id: id } = await props.params;
  const session = await currentSession();
  if (!session) return props.children;
  const tenants = await perform(listTenants, { caller: { session } });
  const tenant = tenants.companies.find((company) => String(company.id) === id);
  if (!tenant) return <PersonFrame>{props.children}</PersonFrame>;
  const t = await getTranslations();
  return (
    <AppShell
      person={describePerson(session, tenant.role)}
      tenant={{ kind: "company", id, name: tenant.name }}
      otherTenants={listTenantLinks(tenants, tenant.id)}
      theme={await chosenTheme()}
      nav={[
        { href: `/company/${id}/extensions`, label: t("extensions.title"), shortcut: "e" },
        { href: `/company/${id}/people`, label: t("people.titles.company"), shortcut: "m" },
      ]}
    >
      {tenant.status === "active" ? null : (
        <TenantStatusNotice status={`company.${tenant.status}`} />
      )}
      {props.children}
    </AppShell>
  );
}
