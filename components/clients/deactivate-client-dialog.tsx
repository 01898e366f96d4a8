"use client";

import { patchClientCall } from "@/lib/api-client/client-calls";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import type { ClientDetailView } from "./client-views";
import { DialogAnswers } from "./dialog-answers";
import { ImpactSummary } from "./impact-summary";
import { RefusalNotice } from "./refusal-notice";
import { ShowCall } from "./show-call";
import type { Refusal } from "./use-client-action";

export interface ClientQuestionProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId" | "version" | "name">;
  clusterUrl: string;
  open: boolean;
  refusal: Refusal | null;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says who would notice and what stops, before a client is switched off. */
export function DeactivateClientDialog(props: ClientQuestionProps) {
  const { client, clusterUrl, open, refusal, pending, onCancel, onConfirm } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={`Deactivate ${client.name}?`}>
      <div className="grid min-w-0 gap-5">
        <RefusalNotice refusal={refusal} onReload={onCancel} />
        <ImpactSummary client={client} />
        <div className="grid gap-2">
          <p>
            <strong className="font-semibold">Stops now:</strong> token, refresh and authorize
            requests are refused, and so is every platform call with its access tokens.
          </p>
          <p>
            <strong className="font-semibold">Stays:</strong> companies keep it in their list with
            what they granted. Switched on again, it goes on with the tokens that have not expired.
          </p>
        </div>
        <ShowCall calls={[patchClientCall(client, { is_active: false })]} clusterUrl={clusterUrl} />
        <DialogAnswers onCancel={onCancel}>
          <Button variant="danger" disabled={pending} onClick={onConfirm}>
            {pending ? "Deactivating…" : "Deactivate client"}
          </Button>
        </DialogAnswers>
      </div>
    </Dialog>
  );
}
