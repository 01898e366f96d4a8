"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { ImpactSummary } from "../../clients/impact-summary";
import { Field } from "../../ui/field";
import { Textarea } from "../../ui/textarea";
import { ActionDialog } from "../action-dialog";
import type { OpenDialog } from "../row-actions";
import { SuspensionNotice } from "./suspension-notice";

export interface SuspendDialogProps extends OpenDialog {
  client: DirectoryClient;
}

/** Says what stops when an extension is suspended, asks for the reason, and suspends it everywhere. */
export function SuspendDialog({ client, close, done }: SuspendDialogProps) {
  const t = useTranslations("platform.extensions.suspend");
  const [reason, setReason] = useState("");
  const suspend = async () => {
    const params = { client_id: client.client_id };
    const body = { suspended: true, reason: reason.trim() };
    const suspended = await call("putDirectoryClientStatus", { params, body });
    done(<SuspensionNotice client={suspended} onChanged={done} />);
  };
  return (
    <ActionDialog
      title={t("title", { name: client.name })}
      submit={t("submit")}
      isDangerous
      disabled={reason.trim() === ""}
      onClose={close}
      onSubmit={suspend}
    >
      <ImpactSummary client={{ organizationId: null, clientId: client.client_id }} />
      <p>{t("what")}</p>
      <Field label={t("reason")} hint={t("reasonHint")}>
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
