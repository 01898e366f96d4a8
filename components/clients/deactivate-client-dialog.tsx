"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type ClientTarget, patchClientCall } from "@/lib/api/client/client-calls";
import { Dialog } from "../ui/dialog";
import { type ActionError, ActionErrorNotice } from "./action-error-notice";
import { DialogButtons } from "./dialog-buttons";
import { ImpactSummary } from "./impact-summary";
import { ShowCall } from "./show-call";

export interface ClientQuestionProps {
  client: ClientTarget & { name: string };
  clusterUrl: string;
  open: boolean;
  error: ActionError | null;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Shows the effects of deactivating a client and asks whether to do it. */
export function DeactivateClientDialog(props: ClientQuestionProps) {
  const { client, clusterUrl, open, error, pending, onCancel, onConfirm } = props;
  const t = useTranslations("client.deactivate");
  const term = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  return (
    <Dialog open={open} onClose={onCancel} title={t("title", { name: client.name })}>
      <div className="grid min-w-0 gap-5">
        <ActionErrorNotice error={error} onReload={onCancel} />
        <ImpactSummary client={client} />
        <div className="grid gap-2">
          <p>{t.rich("stops", { term })}</p>
          <p>{t.rich("stays", { term })}</p>
        </div>
        <ShowCall calls={[patchClientCall(client, { is_active: false })]} clusterUrl={clusterUrl} />
        <DialogButtons
          onCancel={onCancel}
          label={t(pending ? "pending" : "submit")}
          variant="danger"
          pending={pending}
          onClick={onConfirm}
        />
      </div>
    </Dialog>
  );
}
