"use client";

import { useRouter } from "next/navigation";
import { revokeSecretCall } from "@/lib/api-client/client-calls";
import { revokeSecret } from "@/lib/api-client/client-mutations";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Timestamp } from "../ui/timestamp";
import type { ClientDetailView, ClientSecretSummary } from "./client-views";
import { DialogAnswers } from "./dialog-answers";
import { ImpactSummary } from "./impact-summary";
import { RefusalNotice } from "./refusal-notice";
import { ShowCall } from "./show-call";
import { useClientAction } from "./use-client-action";

export interface RevokeSecretDialogProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
  clusterUrl: string;
  /** Null while nothing is asked. */
  secret: ClientSecretSummary | null;
  onClose: () => void;
}

/** Says when the secret was last used and who would notice, before it is revoked. */
export function RevokeSecretDialog(props: RevokeSecretDialogProps) {
  const { client, clusterUrl, secret, onClose } = props;
  const router = useRouter();
  const { refusal, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    onClose();
  };
  const revoke = (of: ClientSecretSummary) =>
    run(async () => {
      await revokeSecret(client, of.id);
      onClose();
      router.refresh();
    });
  return (
    <Dialog
      open={secret !== null}
      onClose={close}
      title={`Revoke the secret that ends with ${secret?.lastFour ?? ""}?`}
    >
      {secret ? (
        <div className="grid min-w-0 gap-5">
          <RefusalNotice refusal={refusal} onReload={close} />
          <p>
            {secret.lastUsedAt ? (
              <>
                It was last used <Timestamp value={secret.lastUsedAt} />
                {secret.lastUsedFrom ? ` from ${secret.lastUsedFrom}` : null}.
              </>
            ) : (
              "It was never used."
            )}
          </p>
          <ImpactSummary client={client} />
          <div className="grid gap-2">
            <p>
              <strong className="font-semibold">Stops now:</strong> whoever still signs in with this
              secret gets no token and cannot refresh one. It cannot be brought back.
            </p>
            <p>
              <strong className="font-semibold">Stays:</strong> access tokens until they expire, all
              grants, and the other secrets.
            </p>
          </div>
          <ShowCall calls={[revokeSecretCall(client, secret.id)]} clusterUrl={clusterUrl} />
          <DialogAnswers onCancel={close}>
            <Button variant="danger" disabled={pending} onClick={() => revoke(secret)}>
              {pending ? "Revoking…" : "Revoke secret"}
            </Button>
          </DialogAnswers>
        </div>
      ) : null}
    </Dialog>
  );
}
