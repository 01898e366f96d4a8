"use client";

import { useState } from "react";
import { deleteClientCall } from "@/lib/api-client/client-calls";
import { RESTORE_DAYS } from "@/lib/clients/field-schemas";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { ClientQuestionProps } from "./deactivate-client-dialog";
import { DialogAnswers } from "./dialog-answers";
import { ImpactSummary } from "./impact-summary";
import { RefusalNotice } from "./refusal-notice";
import { ShowCall } from "./show-call";

/** Says who would notice and what is lost, and asks for the name before a client is deleted. */
export function DeleteClientDialog(props: ClientQuestionProps) {
  const { client, open, onCancel } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={`Delete ${client.name}?`}>
      <DeleteQuestion {...props} />
    </Dialog>
  );
}

function DeleteQuestion(props: ClientQuestionProps) {
  const { client, clusterUrl, refusal, pending, onCancel, onConfirm } = props;
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === client.name.trim();
  return (
    <form
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (matches) onConfirm();
      }}
    >
      <RefusalNotice refusal={refusal} onReload={onCancel} />
      <ImpactSummary client={client} />
      <div className="grid gap-2">
        <p>
          <strong className="font-semibold">Stops now, for good:</strong> every grant and every
          token. Each company would have to allow it again.
        </p>
        <p>
          <strong className="font-semibold">For {RESTORE_DAYS} days:</strong> the client itself can
          be restored, with its key and its secrets. After that the key is never used again.
        </p>
      </div>
      <Field
        label={
          <>
            Type <bdi className="font-mono">{client.name}</bdi> to confirm
          </>
        }
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ShowCall calls={[deleteClientCall(client)]} clusterUrl={clusterUrl} />
      <DialogAnswers onCancel={onCancel}>
        <Button type="submit" variant="danger" disabled={!matches || pending}>
          {pending ? "Deleting…" : "Delete client"}
        </Button>
      </DialogAnswers>
    </form>
  );
}
