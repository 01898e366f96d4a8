"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { companiesQuery } from "@/lib/api/client/platform-queries";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import { Badge } from "../../ui/badge";
import { Checkbox } from "../../ui/checkbox";
import { ActionDialog, DraftField } from "../action-dialog";
import { nameColumn, sinceColumn, statusColumn } from "../common-columns";
import { InviteOwnerDialog, OwnerInvitedNotice } from "../invite-owner-dialog";
import { type ListPageProps, ListScreen } from "../list-screen";
import type { OpenDialog, RowAction } from "../row-actions";

/** The status that each change sets. */
const CHANGES = { suspend: "suspended", activate: "active", close: "closed" } as const;

/** The companies of the installation. */
export function CompaniesScreen(props: ListPageProps) {
  const t = useTranslations("platform.companies");
  const listed = useTranslations("platform.list");

  const invite = ({ company_id: id, name }: CompanyResponse): RowAction => ({
    key: "invite",
    label: t("invite.open"),
    ask: (dialog) => (
      <InviteOwnerDialog tenant={{ kind: "company", id: String(id), name }} {...dialog} />
    ),
  });
  const change = (
    kind: keyof typeof CHANGES,
    { company_id, name }: CompanyResponse,
  ): RowAction => ({
    key: kind === "close" ? "close" : "status",
    isFinal: kind === "close",
    label: t(`${kind}.open`),
    ask: (dialog) => (
      <ActionDialog
        title={t(`${kind}.title`, { name })}
        submit={t(`${kind}.submit`)}
        isDangerous={kind !== "activate"}
        typed={kind === "close" ? name : undefined}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { company_id: String(company_id) };
          await call("putDirectoryCompany", { params, body: { status: CHANGES[kind] } });
          dialog.done();
        }}
      >
        <p>{t(`${kind}.what`)}</p>
        <p>{t(`${kind}.next`)}</p>
      </ActionDialog>
    ),
  });
  const actionsOf = (company: CompanyResponse): RowAction[] => {
    if (!props.mayWrite || company.status === "closed") return [];
    return company.status === "active"
      ? [invite(company), change("suspend", company), change("close", company)]
      : [change("activate", company), change("close", company)];
  };

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
        nameColumn<CompanyResponse>(
          t("name"),
          ({ name, company_id: id, is_sandbox: isSandbox }) => ({
            name,
            id,
            badges: isSandbox ? <Badge>{t("sandbox")}</Badge> : null,
          }),
        ),
        statusColumn(listed("status")),
        {
          key: "source",
          label: t("source"),
          width: "sm:w-36",
          from: "md",
          cell: ({ is_external: isExternal }) => t(isExternal ? "directory" : "local"),
        },
        sinceColumn(listed("since")),
      ]}
      idOf={({ company_id: id }) => String(id)}
      nameOf={({ name }) => name}
      actionsOf={actionsOf}
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
