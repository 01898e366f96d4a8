"use client";

import { useState } from "react";
import { revealSecret } from "@/lib/api-client/client-mutations";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { ClientDetailView, ClientSecretSummary } from "./client-views";
import { DialogAnswers } from "./dialog-answers";
import { problemSentence } from "./problem-sentence";
import { RefusalNotice } from "./refusal-notice";
import { useClientAction } from "./use-client-action";

export interface RevealSecretDialogProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
  /** Null while nothing is asked. */
  secret: ClientSecretSummary | null;
  onClose: () => void;
  onRevealed: (clear: string, secret: ClientSecretSummary) => void;
}

/** Asks for the person's password before a secret is shown again. */
export function RevealSecretDialog(props: RevealSecretDialogProps) {
  const { client, secret, onClose, onRevealed } = props;
  const [password, setPassword] = useState("");
  const { refusal, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    setPassword("");
    onClose();
  };
  const reveal = (of: ClientSecretSummary) =>
    run(async () => {
      const answer = await revealSecret(client, of.id, { password });
      setPassword("");
      onRevealed(answer.secret, of);
    });
  const problem = refusal?.fields.find(({ path }) => path === "password");
  return (
    <Dialog
      open={secret !== null}
      onClose={close}
      title={`Reveal the secret that ends with ${secret?.lastFour ?? ""}`}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (secret) reveal(secret);
        }}
      >
        {problem ? null : <RefusalNotice refusal={refusal} onReload={close} />}
        <p>
          It is shown until you hide it. That you looked at it is kept in the audit log, with your
          name.
        </p>
        <Field
          label="Your password"
          hint="The one that you sign in with."
          error={problem && problemSentence(problem.message)}
        >
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <DialogAnswers onCancel={close}>
          <Button type="submit" variant="primary" disabled={pending}>
            {pending ? "Checking…" : "Reveal secret"}
          </Button>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}
