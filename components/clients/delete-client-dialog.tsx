"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { deleteClientCall } from "@/lib/api/client/client-calls";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { ActionErrorNotice } from "./action-error-notice";
import type { ClientQuestionProps } from "./deactivate-client-dialog";
import { DialogButtons } from "./dialog-buttons";
import { ImpactSummary } from "./impact-summary";
import { ShowCall } from "./show-call";

/** Shows the effects of deleting a client and asks for its name before doing it. */
export function DeleteClientDialog(props: ClientQuestionProps) {
  const { client, open, onCancel } = props;
  const t = useTranslations("client.delete");
  return (
    <Dialog open={open} onClose={onCancel} title={t("title", { name: client.name })}>
      <DeleteQuestion {...props} />
    </Dialog>
  );
}

function DeleteQuestion(props: ClientQuestionProps) {
  const { client, clusterUrl, error, pending, onCancel, onConfirm } = props;
  const t = useTranslations("client.delete");
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === client.name.trim();
  const term = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  return (
    <form
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (matches) onConfirm();
      }}
    >
      <ActionErrorNotice error={error} onReload={onCancel} />
      <ImpactSummary client={client} />
      <div className="grid gap-2">
        <p>{t.rich("stops", { term })}</p>
        <p>{t.rich("stays", { term, days: RESTORE_DAYS })}</p>
      </div>
      <Field
        label={t.rich("confirm", {
          name: () => <bdi className="font-mono">{client.name}</bdi>,
        })}
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
      <DialogButtons
        onCancel={onCancel}
        label={t(pending ? "pending" : "submit")}
        type="submit"
        variant="danger"
        pending={pending}
        disabled={!matches}
      />
    </form>
  );
}
