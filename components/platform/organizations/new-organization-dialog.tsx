"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { ActionDialog } from "../action-dialog";
import { DraftField } from "../draft-field";
import { OwnerInvitedNotice } from "../owner-invited-notice";
import type { OpenDialog } from "../row-actions";

/** Creates an organization with its own company, and invites its first owner. */
export function NewOrganizationDialog({ close, done }: OpenDialog) {
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
