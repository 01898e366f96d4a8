"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import type {
  DirectoryOrganization,
  OrganizationFields,
} from "@/lib/platform/organizations/schemas";
import type { UserResponse } from "@/lib/platform/users/schemas";
import type { DirectoryKind } from "@/lib/platform/values";
import { textOf } from "../actions/dialog-field";
import { Outcome } from "../actions/outcome";
import { confirmAction, type OpenDialog, type RowAction } from "../actions/row-actions";
import { ImpactSummary } from "../clients/impact";
import { useInviteOwner } from "./invite-owner";
import { idOf, nameOf, type Objects } from "./objects";

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
  // Says that it was suspended, with a way to undo it, or that it works again.
  const suspensionNotice = (client: DirectoryClient, { done }: Pick<OpenDialog, "done">) => {
    const { client_id: clientId, name, suspended } = client;
    const send = async () => done(suspensionNotice(await setSuspension(clientId, null), { done }));
    return (
      <Outcome
        tone={suspended ? "warning" : "success"}
        title={t(suspended ? "suspended" : "works", { name })}
        undo={suspended ? { label: t("undo"), send } : undefined}
      >
        <p>{t(suspended ? "suspendedNext" : "worksNext")}</p>
      </Outcome>
    );
  };
  return ({ client_id: clientId, name, suspended }: DirectoryClient): RowAction[] => [
    suspended
      ? confirmAction({
          key: "status",
          label: t("endSuspension.open"),
          title: t("endSuspension.title", { name }),
          submit: t("endSuspension.submit"),
          what: [t("endSuspension.what")],
          send: () => setSuspension(clientId, null),
          notice: suspensionNotice,
        })
      : confirmAction({
          key: "status",
          label: t("suspend.open"),
          title: t("suspend.title", { name }),
          submit: t("suspend.submit"),
          isDangerous: true,
          reason: { label: t("suspend.reason"), hint: t("suspend.reasonHint") },
          what: [
            <ImpactSummary key="impact" client={{ organizationId: null, clientId }} />,
            t("suspend.what"),
          ],
          send: (fields) => setSuspension(clientId, textOf(fields, "reason")),
          notice: suspensionNotice,
        }),
  ];
}

/** Suspends an extension everywhere for this reason, or ends its suspension. */
function setSuspension(clientId: string, reason: string | null): Promise<DirectoryClient> {
  return call("putDirectoryClientStatus", {
    params: { client_id: clientId },
    body: reason === null ? { suspended: false } : { suspended: true, reason },
  });
}

function useOrganizationActions() {
  const t = useTranslations("platform.organizations");
  const inviteOwner = useInviteOwner();
  return (organization: DirectoryOrganization): RowAction[] => {
    const { organization_id: id, name, publisher_verified: isVerified, status } = organization;
    const put = (body: Partial<OrganizationFields>) =>
      call("putDirectoryOrganization", { params: { organization_id: id }, body });
    const change = (kind: keyof typeof ORGANIZATION_CHANGES) => ({
      label: t(`${kind}.open`),
      title: t(`${kind}.title`, { name }),
      submit: t(`${kind}.submit`),
      isDangerous: kind === "suspend",
      what: [t(`${kind}.what`)],
      send: () => put(ORGANIZATION_CHANGES[kind]),
    });
    return [
      inviteOwner({ kind: "organization", id, name }, t("invite.open")),
      isVerified
        ? confirmAction({ key: "verified", ...change("unverify") })
        : confirmAction({
            key: "verified",
            ...change("verify"),
            reason: { label: t("verify.note"), hint: t("verify.noteHint") },
            send: (fields) =>
              put({ ...ORGANIZATION_CHANGES.verify, verification_note: textOf(fields, "reason") }),
          }),
      confirmAction({ key: "status", ...change(status === "active" ? "suspend" : "activate") }),
    ];
  };
}

const ORGANIZATION_CHANGES = {
  verify: { publisher_verified: true },
  unverify: { publisher_verified: false },
  suspend: { status: "suspended" },
  activate: { status: "active" },
} as const;

function useCompanyActions() {
  const t = useTranslations("platform.companies");
  const inviteOwner = useInviteOwner();
  return ({ status, company_id: companyId, name }: CompanyResponse): RowAction[] => {
    const id = String(companyId);
    const change = (kind: keyof typeof COMPANY_STATUSES) =>
      confirmAction({
        key: kind === "close" ? "close" : "status",
        label: t(`${kind}.open`),
        title: t(`${kind}.title`, { name }),
        submit: t(`${kind}.submit`),
        isFinal: kind === "close",
        isDangerous: kind !== "activate",
        ...(kind === "close" && { typed: name }),
        what: [t(`${kind}.what`), t(`${kind}.next`)],
        send: () => {
          const body = { status: COMPANY_STATUSES[kind] };
          return call("putDirectoryCompany", { params: { company_id: id }, body });
        },
      });
    if (status === "closed") return [];
    if (status === "suspended") return [change("activate"), change("close")];
    const invite = inviteOwner({ kind: "company", id, name }, t("invite.open"));
    return [invite, change("suspend"), change("close")];
  };
}

/** The status that each change sets. */
const COMPANY_STATUSES = { suspend: "suspended", activate: "active", close: "closed" } as const;

function usePersonActions() {
  const t = useTranslations("platform.people");
  return (person: UserResponse): RowAction[] => {
    // Staff are administered from the shell.
    if (person.operator_role) return [];
    const name = nameOf(person);
    const params = { external_id: idOf(person) };
    const kind = person.status === "active" ? "deactivate" : "activate";
    return [
      confirmAction({
        key: "status",
        label: t(`${kind}.open`),
        title: t(`${kind}.title`, { name }),
        submit: t(`${kind}.submit`),
        isDangerous: kind === "deactivate",
        what: [t(`${kind}.what`)],
        send: () => call("putDirectoryUser", { params, body: { status: PERSON_STATUSES[kind] } }),
      }),
      confirmAction({
        key: "erase",
        label: t("erase.open"),
        title: t("erase.title", { name }),
        submit: t("erase.submit"),
        isFinal: true,
        removes: true,
        isDangerous: true,
        typed: name,
        what: [t("erase.gone"), t("erase.stays")],
        send: () => call("eraseDirectoryUser", { params, query: { erase: "true" } }),
      }),
    ];
  };
}

/** The status that each change sets. */
const PERSON_STATUSES = { deactivate: "deactivated", activate: "active" } as const;
