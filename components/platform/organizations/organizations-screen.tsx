"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { organizationsQuery } from "@/lib/api/client/platform-queries";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import { ActionDialog, DraftField } from "../action-dialog";
import { BesideId, StatusBadge, useColumns, VerifiedBadge } from "../columns";
import { OwnerInvitedNotice } from "../invite-owner-dialog";
import { type ListPageProps, ListScreen } from "../list-screen";
import { useObjectActions } from "../object-actions";
import type { OpenDialog } from "../row-actions";

/** The organizations that publish extensions. */
export function OrganizationsScreen(props: ListPageProps) {
  const t = useTranslations("platform.organizations");
  const words = useTranslations("platform.columns");
  const columns = useColumns<DirectoryOrganization>();
  const actions = useObjectActions();
  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("empty"), next: t("emptyNext") }}
      searchLabel={t("search")}
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
        columns.object("organization", ({ name, organization_id: id }) => ({
          id,
          name,
          beside: <BesideId>{id}</BesideId>,
        })),
        columns.status(({ status }) => <StatusBadge status={status} />),
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
      create={{
        label: t("create.open"),
        ask: (dialog) => <NewOrganizationDialog {...dialog} />,
      }}
    />
  );
}

/** Creates an organization with its own company, and invites its first owner. */
function NewOrganizationDialog({ close, done }: OpenDialog) {
  const t = useTranslations("platform.organizations.create");
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [id, setId] = useState("");
  const [email, setEmail] = useState("");
  const create = async () => {
    const params = { organization_id: id.trim() };
    await call("putDirectoryOrganization", { params, body: { name: name.trim() } });
    // It exists from now on, even if its owner cannot be invited.
    queries.invalidateQueries({ queryKey: ["platform", "organizations"] });
    const owner = email.trim();
    if (!owner) return done();
    const invitation = await call("inviteOrganizationOwner", { params, body: { email: owner } });
    done(<OwnerInvitedNotice key={invitation.id} sent={invitation} />);
  };
  return (
    <ActionDialog title={t("title")} submit={t("submit")} onClose={close} onSubmit={create}>
      <p>{t("what")}</p>
      <DraftField label={t("name")} maxLength={120} value={name} onChange={setName} />
      <DraftField
        label={t("id")}
        hint={t("idHint")}
        mono
        pattern="[A-Za-z0-9_\-]{1,64}"
        maxLength={64}
        value={id}
        onChange={setId}
      />
      <DraftField
        label={t("email")}
        hint={t("emailHint")}
        optional
        type="email"
        maxLength={200}
        value={email}
        onChange={setEmail}
      />
    </ActionDialog>
  );
}
