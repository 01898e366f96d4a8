"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sendCall } from "@/lib/api/client/call";
import { type ClientTarget, revokeSecretCall } from "@/lib/api/client/client-calls";
import type { ClientSecretResponse } from "@/lib/clients/schemas";
import { Dialog } from "../ui/dialog";
import { Timestamp } from "../ui/timestamp";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import { DialogButtons } from "./dialog-buttons";
import { ImpactSummary } from "./impact-summary";
import { ShowCall } from "./show-call";

export interface RevokeSecretDialogProps {
  client: ClientTarget;
  clusterUrl: string;
  /** Null while the dialog is closed. */
  secret: ClientSecretResponse | null;
  onClose: () => void;
}

/** Shows when the secret was last used and who would be affected, then revokes it. */
export function RevokeSecretDialog(props: RevokeSecretDialogProps) {
  const { client, clusterUrl, secret, onClose } = props;
  const t = useTranslations("client.revoke");
  const router = useRouter();
  const { error, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    onClose();
  };
  const revoke = (of: ClientSecretResponse) =>
    run(async () => {
      await sendCall(revokeSecretCall(client, of.id));
      onClose();
      router.refresh();
    });
  const term = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  return (
    <Dialog
      open={secret !== null}
      onClose={close}
      title={t("title", { lastFour: secret?.last_four ?? "" })}
    >
      {secret ? (
        <div className="grid min-w-0 gap-5">
          <ActionErrorNotice error={error} onReload={close} />
          <p>
            <LastUse secret={secret} />
          </p>
          <ImpactSummary client={client} />
          <div className="grid gap-2">
            <p>{t.rich("stops", { term })}</p>
            <p>{t.rich("stays", { term })}</p>
          </div>
          <ShowCall calls={[revokeSecretCall(client, secret.id)]} clusterUrl={clusterUrl} />
          <DialogButtons
            onCancel={close}
            label={t(pending ? "pending" : "submit")}
            variant="danger"
            pending={pending}
            onClick={() => revoke(secret)}
          />
        </div>
      ) : null}
    </Dialog>
  );
}

function LastUse({
  secret: { last_used_at: lastUsedAt, last_used_from: lastUsedFrom },
}: {
  secret: ClientSecretResponse;
}) {
  const t = useTranslations("client.revoke");
  if (!lastUsedAt) return t("neverUsed");
  const when = () => <Timestamp value={lastUsedAt} />;
  return lastUsedFrom
    ? t.rich("lastUsedFrom", { when, address: lastUsedFrom })
    : t.rich("lastUsed", { when });
}
