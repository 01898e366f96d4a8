"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { ActionErrorNotice } from "../../clients/action-error-notice";
import { useClientAction } from "../../clients/use-client-action";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { TakeFocus } from "../../ui/take-focus";
import type { OpenDialog } from "../row-actions";

export interface SuspensionNoticeProps {
  /** Its current state. */
  client: DirectoryClient;
  onChanged: OpenDialog["done"];
}

/** Says that an extension was suspended, with a way to undo it, or that it works again. */
export function SuspensionNotice({ client, onChanged }: SuspensionNoticeProps) {
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
