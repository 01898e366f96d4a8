"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { ActionDialog } from "../action-dialog";
import type { SuspendDialogProps } from "./suspend-dialog";
import { SuspensionNotice } from "./suspension-notice";

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
