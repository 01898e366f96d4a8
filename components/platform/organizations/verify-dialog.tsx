"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import { Field } from "../../ui/field";
import { Textarea } from "../../ui/text-input";
import { ActionDialog } from "../action-dialog";
import type { OpenDialog } from "../row-actions";

interface VerifyDialogProps extends OpenDialog {
  organization: DirectoryOrganization;
}

/** Asks what was checked, and verifies a publisher. */
export function VerifyDialog({ organization, close, done }: VerifyDialogProps) {
  const t = useTranslations("platform.organizations.verify");
  const [note, setNote] = useState("");
  const verify = async () => {
    const params = { organization_id: organization.organization_id };
    const checked = note.trim();
    await call("putDirectoryOrganization", {
      params,
      body: { publisher_verified: true, ...(checked && { verification_note: checked }) },
    });
    done();
  };
  return (
    <ActionDialog
      title={t("title", { name: organization.name })}
      submit={t("submit")}
      onClose={close}
      onSubmit={verify}
    >
      <p>{t("what")}</p>
      <Field label={t("note")} hint={t("noteHint")} optional>
        {(control) => (
          <Textarea
            {...control}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
