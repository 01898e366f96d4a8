"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";
import { Checkbox } from "../../ui/checkbox";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/text-input";
import { ActionDialog } from "../action-dialog";

export interface NewCompanyDialogProps {
  open: boolean;
  onClose: () => void;
  /** Gets the invitation of the owner, if one was invited. */
  onCreated: (sent: SentOwnerInvitation | null) => void;
}

/** Creates a company that only exists here, and invites its owner. */
export function NewCompanyDialog({ open, onClose, onCreated }: NewCompanyDialogProps) {
  const t = useTranslations("platform.companies.create");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [isSandbox, setIsSandbox] = useState(false);
  return (
    <ActionDialog
      open={open}
      title={t("title")}
      submit={t("submit")}
      onClose={onClose}
      onSubmit={async () => {
        const company = await call("createLocalCompany", {
          params: {},
          body: {
            name: name.trim(),
            is_sandbox: isSandbox,
            ...(email.trim() && { owner_email: email.trim() }),
          },
        });
        setName("");
        setEmail("");
        setIsSandbox(false);
        onCreated(company.invitation);
      }}
    >
      <p>{t("what")}</p>
      <Field label={t("name")}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
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
      <Checkbox
        label={t("sandbox")}
        description={t("sandboxWhat")}
        checked={isSandbox}
        onChange={(event) => setIsSandbox(event.target.checked)}
      />
    </ActionDialog>
  );
}
