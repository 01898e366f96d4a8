"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { companiesQuery } from "@/lib/api/client/platform-queries";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import { Badge } from "../../ui/badge";
import { Checkbox } from "../../ui/checkbox";
import { ActionDialog, DraftField } from "../action-dialog";
import { BesideId, StatusBadge, useColumns } from "../columns";
import { OwnerInvitedNotice } from "../invite-owner-dialog";
import { type ListPageProps, ListScreen } from "../list-screen";
import { useObjectActions } from "../object-actions";
import type { OpenDialog } from "../row-actions";

/** The companies of the installation. */
export function CompaniesScreen(props: ListPageProps) {
  const t = useTranslations("platform.companies");
  const columns = useColumns<CompanyResponse>();
  const actions = useObjectActions();
  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
      searchLabel={t("search")}
      statuses={["active", "suspended", "closed"]}
      query={companiesQuery(props.state)}
      columns={[
        columns.object("company", ({ name, company_id: id, is_sandbox: isSandbox }) => ({
          id,
          name,
          beside: (
            <>
              <BesideId>{id}</BesideId>
              {isSandbox ? <Badge>{t("sandbox")}</Badge> : null}
            </>
          ),
        })),
        columns.status(({ status }) => <StatusBadge status={status} />),
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
      create={{
        label: t("create.open"),
        ask: (dialog) => <NewCompanyDialog {...dialog} />,
      }}
    />
  );
}

/** Creates a company that only exists here, and invites its owner. */
function NewCompanyDialog({ close, done }: OpenDialog) {
  const t = useTranslations("platform.companies.create");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [isSandbox, setIsSandbox] = useState(false);
  const create = async () => {
    const owner = email.trim();
    const { invitation } = await call("createLocalCompany", {
      params: {},
      body: { name: name.trim(), is_sandbox: isSandbox, ...(owner && { owner_email: owner }) },
    });
    done(invitation ? <OwnerInvitedNotice key={invitation.id} sent={invitation} /> : null);
  };
  return (
    <ActionDialog title={t("title")} submit={t("submit")} onClose={close} onSubmit={create}>
      <p>{t("what")}</p>
      <DraftField label={t("name")} maxLength={200} value={name} onChange={setName} />
      <DraftField
        label={t("email")}
        hint={t("emailHint")}
        optional
        type="email"
        maxLength={200}
        value={email}
        onChange={setEmail}
      />
      <Checkbox
        label={t("sandbox")}
        description={t("sandboxWhat")}
        checked={isSandbox}
        onChange={(event) => setIsSandbox(event.target.checked)}
      />
    </ActionDialog>
  );
}
