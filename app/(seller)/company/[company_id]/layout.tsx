import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentTenants, PersonFrame } from "@/app/person-frame";
import { Notice } from "@/components/ui/notice";

/** The frame of a company's pages. Each page authorizes for itself; others get the frame of their own pages. */
export default async function CompanyLayout(props: {
  params: Promise<{ company_id: string }>;
  children: ReactNode;
}) {
  const { company_id: id } = await props.params;
  const tenants = await currentTenants();
  const tenant = tenants?.companies.find((company) => String(company.id) === id);
  if (!tenant) return <PersonFrame>{props.children}</PersonFrame>;
  const t = await getTranslations();
  return (
    <PersonFrame
      role={tenant.role}
      tenant={{ kind: "company", id, name: tenant.name }}
      nav={[
        { href: `/company/${id}/extensions`, label: t("extensions.title"), shortcut: "e" },
        { href: `/company/${id}/people`, label: t("people.titles.company"), shortcut: "m" },
      ]}
    >
      {tenant.status === "active" ? null : (
        <Notice
          tone="warning"
          title={t(`shell.status.company.${tenant.status}.title`)}
          next={t(`shell.status.company.${tenant.status}.next`)}
        />
      )}
      {props.children}
    </PersonFrame>
  );
}
