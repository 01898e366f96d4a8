"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { deleteClient, patchClient } from "@/lib/api-client/client-mutations";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import type { ClientDetailView } from "./client-views";
import { RefusalNotice } from "./refusal-notice";
import { useClientAction } from "./use-client-action";

export interface ClientDangerZoneProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId" | "version" | "name" | "isActive">;
  /** Where to go on when the client is gone. */
  listPath: string;
}

type Question = "deactivate" | "delete" | null;

/** Switching a client off, on, and deleting it. Each says what stops before it is done. */
export function ClientDangerZone({ client, listPath }: ClientDangerZoneProps) {
  const { name, isActive } = client;
  const router = useRouter();
  const [question, setQuestion] = useState<Question>(null);
  const { refusal, pending, run, forget } = useClientAction();

  const setActive = (active: boolean) =>
    run(async () => {
      await patchClient(client, { is_active: active });
      setQuestion(null);
      router.refresh();
    });
  const remove = () =>
    run(async () => {
      await deleteClient(client);
      router.push(`${listPath}?deleted=1`);
    });
  const ask = (next: Question) => {
    forget();
    setQuestion(next);
  };
  const close = () => ask(null);
  const failure = <RefusalNotice refusal={refusal} onReload={close} />;

  return (
    <Panel title="Switch off or delete" tone="danger">
      <div className="grid gap-5">
        {question === null ? failure : null}
        {isActive ? (
          <Choice
            explanation="New tokens and logins are refused at once. You can switch it on again."
            button={<Button onClick={() => ask("deactivate")}>Deactivate</Button>}
          />
        ) : (
          <Choice
            explanation="It is switched off. Switched on, it works again as before."
            button={
              <Button disabled={pending} onClick={() => setActive(true)}>
                {pending ? "Activating…" : "Activate"}
              </Button>
            }
          />
        )}
        <Choice
          explanation={
            isActive
              ? "Deactivate it first; then you can delete it."
              : "Deletes the client with every grant and token."
          }
          button={
            <Button variant="danger" disabled={isActive} onClick={() => ask("delete")}>
              Delete
            </Button>
          }
        />
      </div>
      <Dialog open={question === "deactivate"} onClose={close} title={`Deactivate ${name}?`}>
        <div className="grid gap-5">
          {failure}
          <div className="grid gap-2">
            <p>
              Now: token, refresh and authorize requests are refused, and its access tokens stop.
            </p>
            <p>Not now: companies keep it in their list, and their grants stay for later.</p>
          </div>
          <Answers onCancel={close}>
            <Button variant="danger" disabled={pending} onClick={() => setActive(false)}>
              {pending ? "Deactivating…" : "Deactivate client"}
            </Button>
          </Answers>
        </div>
      </Dialog>
      <Dialog open={question === "delete"} onClose={close} title={`Delete ${name}?`}>
        <DeleteQuestion
          clientName={name}
          failure={failure}
          pending={pending}
          onCancel={close}
          onConfirm={remove}
        />
      </Dialog>
    </Panel>
  );
}

interface DeleteQuestionProps {
  clientName: string;
  failure: ReactNode;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

function DeleteQuestion(props: DeleteQuestionProps) {
  const { clientName, failure, pending, onCancel, onConfirm } = props;
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === clientName.trim();
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (matches) onConfirm();
      }}
    >
      {failure}
      <p>
        The extension stops working for every company at once, and every grant and token goes. The
        key is never used again.
      </p>
      <Field
        label={
          <>
            Type <bdi className="font-mono">{clientName}</bdi> to confirm
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
      <Answers onCancel={onCancel}>
        <Button type="submit" variant="danger" disabled={!matches || pending}>
          {pending ? "Deleting…" : "Delete client"}
        </Button>
      </Answers>
    </form>
  );
}

function Choice({ explanation, button }: { explanation: string; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">{explanation}</p>
      {button}
    </div>
  );
}

function Answers({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
    </div>
  );
}
