"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sendCall } from "@/lib/api/client/call";
import { revokeSecretCall } from "@/lib/api/client/client-calls";
import { Dialog } from "../ui/dialog";
import { Timestamp } from "../ui/timestamp";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import type { ClientDetailView, ClientSecretSummary } from "./client-views";
import { DialogButtons } from "./dialog-buttons";
import { ImpactSummary } from "./impact-summary";
import { ShowCall } from "./show-call";

export interface RevokeSecretDialogProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
  clusterUrl: string;
  /** Null while the dialog is closed. */
  secret: ClientSecretSummary | null;
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
  const revoke = (of: ClientSecretSummary) =>
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
      title={t("title", { lastFour: secret?.lastFour ?? "" })}
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

function LastUse({ secret: { lastUsedAt, lastUsedFrom } }: { secret: ClientSecretSummary }) {
  const t = useTranslations("client.revoke");
  if (!lastUsedAt) return t("neverUsed");
  const when = () => <Timestamp value={lastUsedAt} />;
  return lastUsedFrom
    ? t.rich("lastUsedFrom", { when, address: lastUsedFrom })
    : t.rich("lastUsed", { when });
}
