"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/text-input";
import { ActionDialog } from "../action-dialog";

export interface NewOrganizationDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called when the organization exists, even if its owner is not invited yet. */
  onStored: () => void;
  /** Gets the invitation of the owner, if one was invited. */
  onCreated: (sent: SentOwnerInvitation | null) => void;
}

/** Creates an organization with its own company, and invites its first owner. */
export function NewOrganizationDialog(props: NewOrganizationDialogProps) {
  const { open, onClose, onStored, onCreated } = props;
  const t = useTranslations("platform.organizations.create");
  const [name, setName] = useState("");
  const [id, setId] = useState("");
  const [email, setEmail] = useState("");
  return (
    <ActionDialog
      open={open}
      title={t("title")}
      submit={t("submit")}
      onClose={onClose}
      onSubmit={async () => {
        const params = { organization_id: id.trim() };
        await call("putDirectoryOrganization", { params, body: { name: name.trim() } });
        onStored();
        const sent = email.trim()
          ? await call("inviteOrganizationOwner", { params, body: { email: email.trim() } })
          : null;
        setName("");
        setId("");
        setEmail("");
        onCreated(sent);
      }}
    >
      <p>{t("what")}</p>
      <Field label={t("name")}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("id")} hint={t("idHint")}>
        {(control) => (
          <TextInput
            {...control}
            mono
            required
            pattern="[A-Za-z0-9_\-]{1,64}"
            maxLength={64}
            autoComplete="off"
            value={id}
            onChange={(event) => setId(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("email")} hint={t("emailHint")} optional>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            maxLength={200}
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
