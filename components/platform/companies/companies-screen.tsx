"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { companiesQuery } from "@/lib/api/client/platform-queries";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import { DialogField, EmailField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { Badge } from "../../ui/badge";
import { Checkbox } from "../../ui/checkbox";
import { BesideId, StatusBadge, useColumns } from "../columns";
import { OwnerInvitedNotice } from "../invite-owner";
import { useObjectActions } from "../object-actions";

/** The companies of the installation. */
export function CompaniesScreen(props: ListPageProps) {
  const t = useTranslations("platform.companies");
  const columns = useColumns<CompanyResponse>();
  const actions = useObjectActions();
  const create = useNewCompany();
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      statuses={["active", "suspended", "closed"]}
      query={companiesQuery(props.state)}
      columns={[
        columns.object("company", ({ name, company_id: id, is_sandbox: isSandbox, status }) => ({
          id,
          name,
          beside: (
            <>
              <BesideId>{id}</BesideId>
              {isSandbox ? <Badge>{t("sandbox")}</Badge> : null}
              <StatusBadge status={status} />
            </>
          ),
        })),
        {
          key: "source",
          label: t("source"),
          width: "sm:w-36",
          from: "md",
          cell: ({ is_external: isExternal }) => t(isExternal ? "directory" : "local"),
        },
        columns.since((company) => company.created_at),
      ]}
      idOf={({ company_id: id }) => String(id)}
      nameOf={({ name }) => name}
      actionsOf={props.mayWrite ? actions.company : () => []}
      create={create}
    />
  );
}

/** Creates a company that only exists here, and invites its owner. */
function useNewCompany(): RowAction {
  const t = useTranslations("platform.companies.create");
  return confirmAction({
    key: "create",
    label: t("open"),
    title: t("title"),
    submit: t("submit"),
    what: [
      t("what"),
      <DialogField key="name" name="name" label={t("name")} maxLength={200} />,
      <EmailField key="email" label={t("email")} hint={t("emailHint")} optional />,
      <Checkbox key="sandbox" name="sandbox" label={t("sandbox")} description={t("sandboxWhat")} />,
    ],
    send: (fields) => {
      const owner = textOf(fields, "email");
      const company = { name: textOf(fields, "name"), is_sandbox: fields.has("sandbox") };
      const body = { ...company, ...(owner && { owner_email: owner }) };
      return call("createLocalCompany", { params: {}, body });
    },
    notice: ({ invitation }) =>
      invitation ? <OwnerInvitedNotice key={invitation.id} sent={invitation} /> : null,
  });
}
