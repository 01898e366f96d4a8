"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { Checkbox } from "../../ui/checkbox";
import { ActionDialog } from "../action-dialog";
import { DraftField } from "../draft-field";
import { OwnerInvitedNotice } from "../owner-invited-notice";
import type { OpenDialog } from "../row-actions";

/** Creates a company that only exists here, and invites its owner. */
export function NewCompanyDialog({ close, done }: OpenDialog) {
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
