"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { organizationsQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import { DialogField, EmailField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { BesideId, StatusBadge, useColumns, VerifiedBadge } from "../columns";
import { OwnerInvitedNotice } from "../invite-owner";
import { useObjectActions } from "../object-actions";

/** The organizations that publish extensions. */
export function OrganizationsScreen(props: ListPageProps) {
  const t = useTranslations("platform.organizations");
  const words = useTranslations("platform.columns");
  const columns = useColumns<DirectoryOrganization>();
  const actions = useObjectActions();
  const create = useNewOrganization();
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      statuses={["active", "suspended"]}
      choices={[
        {
          name: "publisher_verified",
          label: words("publisher"),
          everything: t("everyPublisher"),
          options: [
            { value: "true", label: words("verified") },
            { value: "false", label: words("unverified") },
          ],
        },
      ]}
      query={organizationsQuery(props.state)}
      columns={[
        columns.object("organization", ({ name, organization_id: id, status }) => ({
          id,
          name,
          beside: (
            <>
              <BesideId>{id}</BesideId>
              <StatusBadge status={status} />
            </>
          ),
        })),
        {
          key: "publisher",
          label: words("publisher"),
          width: "sm:w-36",
          cell: (row) => <VerifiedBadge isVerified={row.publisher_verified} />,
        },
        columns.since((organization) => organization.created_at),
      ]}
      idOf={({ organization_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={props.mayWrite ? actions.organization : () => []}
      create={create}
    />
  );
}

/** Creates an organization with its own company, and invites its first owner. */
function useNewOrganization(): RowAction {
  const t = useTranslations("platform.organizations.create");
  const queries = useQueryClient();
  return confirmAction({
    key: "create",
    label: t("open"),
    title: t("title"),
    submit: t("submit"),
    what: [
      t("what"),
      <DialogField key="name" name="name" label={t("name")} maxLength={120} />,
      <DialogField
        key="id"
        name="id"
        label={t("id")}
        hint={t("idHint")}
        mono
        pattern="[A-Za-z0-9_\-]{1,64}"
        maxLength={64}
      />,
      <EmailField key="email" label={t("email")} hint={t("emailHint")} optional />,
    ],
    send: async (fields) => {
      const params = { organization_id: textOf(fields, "id") };
      await call("putDirectoryOrganization", { params, body: { name: textOf(fields, "name") } });
      // It exists from now on, even if its owner cannot be invited.
      queries.invalidateQueries({ queryKey: ["platform", "organizations"] });
      const email = textOf(fields, "email");
      return email ? call("inviteOrganizationOwner", { params, body: { email } }) : null;
    },
    notice: (sent) => (sent ? <OwnerInvitedNotice key={sent.id} sent={sent} /> : null),
  });
}
