"use client";

import { useState, useTransition } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import type { ActionOutcome } from "./client-views";

export interface ClientDangerZoneProps {
  clientName: string;
  isActive: boolean;
  setActive: (active: boolean) => Promise<ActionOutcome>;
  remove: () => Promise<ActionOutcome>;
}

type Question = "deactivate" | "delete" | null;

/** Switching a client off, on, and deleting it. Each says what stops before it is done. */
export function ClientDangerZone(props: ClientDangerZoneProps) {
  const { clientName, isActive, setActive, remove } = props;
  const [question, setQuestion] = useState<Question>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, startTransition] = useTransition();

  const run = (action: () => Promise<ActionOutcome>) =>
    startTransition(async () => {
      setFailure(null);
      const outcome = await action();
      if (outcome.ok) setQuestion(null);
      else setFailure(outcome.message);
    });
  const ask = (next: Question) => {
    setFailure(null);
    setQuestion(next);
  };

  return (
    <Panel title="Switch off or delete" tone="danger">
      <div className="grid gap-5">
        {failure && question === null ? <Failure message={failure} /> : null}
        {isActive ? (
          <Choice
            explanation="New tokens and logins are refused at once. You can switch it on again."
            button={<Button onClick={() => ask("deactivate")}>Deactivate</Button>}
          />
        ) : (
          <Choice
            explanation="It is switched off. Switched on, it works again as before."
            button={
              <Button disabled={pending} onClick={() => run(() => setActive(true))}>
                {pending ? "Activating…" : "Activate"}
              </Button>
            }
          />
        )}
        <Choice
          explanation={
            isActive
              ? "Deactivate it first; then you can delete it."
              : "Deletes the client with every grant and token. It can be restored for 30 days."
          }
          button={
            <Button variant="danger" disabled={isActive} onClick={() => ask("delete")}>
              Delete
            </Button>
          }
        />
      </div>
      <Dialog
        open={question === "deactivate"}
        onClose={() => setQuestion(null)}
        title={`Deactivate ${clientName}?`}
      >
        <div className="grid gap-5">
          {failure ? <Failure message={failure} /> : null}
          <div className="grid gap-2">
            <p>
              Now: token, refresh and authorize requests are refused, and its access tokens stop.
            </p>
            <p>Not now: companies keep it in their list, and their grants stay for later.</p>
          </div>
          <Answers onCancel={() => setQuestion(null)}>
            <Button variant="danger" disabled={pending} onClick={() => run(() => setActive(false))}>
              {pending ? "Deactivating…" : "Deactivate client"}
            </Button>
          </Answers>
        </div>
      </Dialog>
      <Dialog
        open={question === "delete"}
        onClose={() => setQuestion(null)}
        title={`Delete ${clientName}?`}
      >
        <DeleteQuestion
          clientName={clientName}
          failure={failure}
          pending={pending}
          onCancel={() => setQuestion(null)}
          onConfirm={() => run(remove)}
        />
      </Dialog>
    </Panel>
  );
}

interface DeleteQuestionProps {
  clientName: string;
  failure: string | null;
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
      {failure ? <Failure message={failure} /> : null}
      <p>
        The extension stops working for every company at once. For 30 days an owner can restore it;
        after that it is gone.
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

function Failure({ message }: { message: string }) {
  return (
    <Notice tone="error" title="Nothing was changed." live>
      <p>{message}</p>
    </Notice>
  );
}

function Choice({ explanation, button }: { explanation: string; button: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">{explanation}</p>
      {button}
    </div>
  );
}

function Answers({ onCancel, children }: { onCancel: () => void; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
    </div>
  );
}
