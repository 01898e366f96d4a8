"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import type { DirectoryKind } from "@/lib/platform/search/values";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { ActionDialog } from "./action-dialog";
import { EndSuspensionDialog, SuspendDialog } from "./extensions/suspend-dialog";
import { InviteOwnerDialog } from "./invite-owner-dialog";
import { VerifyDialog } from "./organizations/verify-dialog";
import { idOf, nameOf } from "./people/person-words";
import type { RowAction } from "./row-actions";

/** What operators administer, by kind. */
export interface Objects extends Record<DirectoryKind, object> {
  extension: DirectoryClient;
  organization: DirectoryOrganization;
  company: CompanyResponse;
  person: UserResponse;
}

/** What an operator can do with an object of each kind: in its list's row and on its page. */
export function useObjectActions(): {
  [Kind in DirectoryKind]: (object: Objects[Kind]) => RowAction[];
} {
  return {
    extension: useExtensionActions(),
    organization: useOrganizationActions(),
    company: useCompanyActions(),
    person: usePersonActions(),
  };
}

function useExtensionActions() {
  const t = useTranslations("platform.extensions");
  return (client: DirectoryClient): RowAction[] => [
    {
      key: "status",
      label: t(client.suspended ? "endSuspension.open" : "suspend.open"),
      ask: (dialog) =>
        client.suspended ? (
          <EndSuspensionDialog client={client} {...dialog} />
        ) : (
          <SuspendDialog client={client} {...dialog} />
        ),
    },
  ];
}

function useOrganizationActions() {
  const t = useTranslations("platform.organizations");
  const change = (
    kind: "unverify" | "suspend" | "activate",
    organization: DirectoryOrganization,
  ): RowAction => ({
    key: kind === "unverify" ? "verified" : "status",
    label: t(`${kind}.open`),
    ask: (dialog) => (
      <ActionDialog
        title={t(`${kind}.title`, { name: organization.name })}
        submit={t(`${kind}.submit`)}
        isDangerous={kind === "suspend"}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { organization_id: organization.organization_id };
          await call("putDirectoryOrganization", { params, body: ORGANIZATION_CHANGES[kind] });
          dialog.done();
        }}
      >
        <p>{t(`${kind}.what`)}</p>
      </ActionDialog>
    ),
  });
  return (organization: DirectoryOrganization): RowAction[] => [
    inviteAction("organization", organization.organization_id, organization.name, t("invite.open")),
    organization.publisher_verified
      ? change("unverify", organization)
      : {
          key: "verified",
          label: t("verify.open"),
          ask: (dialog) => <VerifyDialog organization={organization} {...dialog} />,
        },
    change(organization.status === "active" ? "suspend" : "activate", organization),
  ];
}

const ORGANIZATION_CHANGES = {
  unverify: { publisher_verified: false },
  suspend: { status: "suspended" },
  activate: { status: "active" },
} as const;

function useCompanyActions() {
  const t = useTranslations("platform.companies");
  const change = (
    kind: keyof typeof COMPANY_STATUSES,
    { company_id, name }: CompanyResponse,
  ): RowAction => ({
    key: kind === "close" ? "close" : "status",
    label: t(`${kind}.open`),
    isFinal: kind === "close",
    ask: (dialog) => (
      <ActionDialog
        title={t(`${kind}.title`, { name })}
        submit={t(`${kind}.submit`)}
        isDangerous={kind !== "activate"}
        typed={kind === "close" ? name : undefined}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { company_id: String(company_id) };
          await call("putDirectoryCompany", { params, body: { status: COMPANY_STATUSES[kind] } });
          dialog.done();
        }}
      >
        <p>{t(`${kind}.what`)}</p>
        <p>{t(`${kind}.next`)}</p>
      </ActionDialog>
    ),
  });
  return (company: CompanyResponse): RowAction[] => {
    const { status, company_id: id, name } = company;
    if (status === "closed") return [];
    const close = change("close", company);
    return status === "active"
      ? [
          inviteAction("company", String(id), name, t("invite.open")),
          change("suspend", company),
          close,
        ]
      : [change("activate", company), close];
  };
}

/** The status that each change sets. */
const COMPANY_STATUSES = { suspend: "suspended", activate: "active", close: "closed" } as const;

function usePersonActions() {
  const t = useTranslations("platform.people");
  const change = (kind: keyof typeof PERSON_STATUSES, person: UserResponse): RowAction => ({
    key: "status",
    label: t(`${kind}.open`),
    ask: (dialog) => (
      <ActionDialog
        title={t(`${kind}.title`, { name: nameOf(person) })}
        submit={t(`${kind}.submit`)}
        isDangerous={kind === "deactivate"}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { external_id: idOf(person) };
          await call("putDirectoryUser", { params, body: { status: PERSON_STATUSES[kind] } });
          dialog.done();
        }}
      >
        <p>{t(`${kind}.what`)}</p>
      </ActionDialog>
    ),
  });
  const erase = (person: UserResponse): RowAction => ({
    key: "erase",
    label: t("erase.open"),
    isFinal: true,
    removes: true,
    ask: (dialog) => (
      <ActionDialog
        title={t("erase.title", { name: nameOf(person) })}
        submit={t("erase.submit")}
        isDangerous
        typed={nameOf(person)}
        onClose={dialog.close}
        onSubmit={async () => {
          const params = { external_id: idOf(person) };
          await call("eraseDirectoryUser", { params, query: { erase: "true" } });
          dialog.done();
        }}
      >
        <p>{t("erase.gone")}</p>
        <p>{t("erase.stays")}</p>
      </ActionDialog>
    ),
  });
  return (person: UserResponse): RowAction[] =>
    // Staff are administered from the shell.
    person.operator_role
      ? []
      : [change(person.status === "active" ? "deactivate" : "activate", person), erase(person)];
}

/** The status that each change sets. */
const PERSON_STATUSES = { deactivate: "deactivated", activate: "active" } as const;

function inviteAction(
  kind: "company" | "organization",
  id: string,
  name: string,
  label: string,
): RowAction {
  return {
    key: "invite",
    label,
    ask: (dialog) => <InviteOwnerDialog tenant={{ kind, id, name }} {...dialog} />,
  };
}
