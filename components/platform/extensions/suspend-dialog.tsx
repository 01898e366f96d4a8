"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { ActionErrorNotice, useClientAction } from "../../clients/action-error-notice";
import { ImpactSummary } from "../../clients/impact-summary";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { TakeFocus } from "../../ui/take-focus";
import { Textarea } from "../../ui/text-input";
import { ActionDialog } from "../action-dialog";
import type { OpenDialog } from "../row-actions";

interface SuspendDialogProps extends OpenDialog {
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

/** Says what works again when the suspension of an extension ends, and ends it. */
export function EndSuspensionDialog({ client, close, done }: SuspendDialogProps) {
  const t = useTranslations("platform.extensions.endSuspension");
  const end = async () => {
    const params = { client_id: client.client_id };
    const works = await call("putDirectoryClientStatus", { params, body: { suspended: false } });
    done(<SuspensionNotice client={works} onChanged={done} />);
  };
  return (
    <ActionDialog
      title={t("title", { name: client.name })}
      submit={t("submit")}
      onClose={close}
      onSubmit={end}
    >
      <p>{t("what")}</p>
    </ActionDialog>
  );
}

interface SuspensionNoticeProps {
  /** Its current state. */
  client: DirectoryClient;
  onChanged: OpenDialog["done"];
}

/** Says that an extension was suspended, with a way to undo it, or that it works again. */
function SuspensionNotice({ client, onChanged }: SuspensionNoticeProps) {
  const { client_id, name, suspended } = client;
  const t = useTranslations("platform.extensions");
  const { error, pending, run, forget } = useClientAction();
  const undo = () =>
    run(async () => {
      const params = { client_id };
      const works = await call("putDirectoryClientStatus", { params, body: { suspended: false } });
      onChanged(<SuspensionNotice client={works} onChanged={onChanged} />);
    });
  return (
    <TakeFocus key={`${client_id} ${suspended}`}>
      <ActionErrorNotice error={error} onReload={forget} />
      <Notice
        tone={suspended ? "warning" : "success"}
        title={t(suspended ? "suspended" : "works", { name })}
        live
      >
        <p>{t(suspended ? "suspendedNext" : "worksNext")}</p>
        {suspended ? (
          <div>
            <Button size="small" pending={pending} onClick={undo}>
              {t("undo")}
            </Button>
          </div>
        ) : null}
      </Notice>
    </TakeFocus>
  );
}
