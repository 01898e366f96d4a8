"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ApiError } from "@/lib/api/client/api-error";
import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Textarea } from "../ui/text-input";
import { DialogField, textOf } from "./dialog-field";
import { ErrorNotice } from "./error-notice";
import { asksToRevoke, RevokeSecretsChoice } from "./revoke-secrets-choice";
import { ShowCall } from "./show-call";
import { useOperation } from "./use-operation";

export interface ActionDialogProps {
  title: ReactNode;
  submit: string;
  isDangerous?: boolean;
  /** A text to type as confirmation of an action that cannot be undone. */
  typed?: string | undefined;
  /** Asks for the reason, which must be given unless it is optional. */
  reason?: { label: string; hint: string; isOptional?: boolean };
  /** The call that it makes, shown on demand, and the server that gets it. */
  shows?: {
    call: (fields: FormData) => PreparedCall<ClientOperationId>;
    clusterUrl: string;
  };
  /** The field of the request whose errors the dialog's own field shows. */
  ownField?: string;
  isEmpty?: (fields: FormData) => boolean;
  /** A form that works without JavaScript: where it goes, and the dialog's id for the button that opens it. */
  plain?: { id: string; action: string } | undefined;
  /** Open while it is rendered, unless given. */
  open?: boolean;
  onClose: () => void;
  /** Closes the dialog itself when it is done; an ApiError that it throws is shown. A plain form needs none. */
  onSubmit?: (fields: FormData) => Promise<void>;
  /** What happens, and fields with names. */
  children: ReactNode | ((error: ApiError | null) => ReactNode);
}

/** Explains an action, asks whether to do it, and shows why it failed. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, submit, isDangerous, typed, reason, shows, ownField, isEmpty, plain } = props;
  const { open = true, onClose, onSubmit = sendNothing, children } = props;
  const t = useTranslations("shell.dialog");
  const controls = useTranslations("shell.controls");
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(() => new FormData());
  const { error, pending, run, forget } = useOperation(onSubmit, { refreshes: "nothing" });
  const isOwn = error?.fields.some(({ path }) => path === ownField);
  const isConfirmed = typed === undefined || textOf(fields, "typed") === typed.trim();
  const isMissing = reason && !reason.isOptional && textOf(fields, "reason") === "";
  const read = () => {
    if (form.current) setFields(new FormData(form.current));
  };
  useEffect(read, []);
  return (
    <Dialog {...(plain && { id: plain.id })} open={open} onClose={onClose} title={title}>
      <form
        ref={form}
        action={plain?.action}
        method="post"
        className="grid min-w-0 gap-5 whitespace-normal"
        onChange={() => {
          read();
          // The error stays while it asks to revoke secrets.
          if (error && !asksToRevoke(error?.fields)) forget();
        }}
        onSubmit={(event) => {
          if (plain) return;
          event.preventDefault();
          if (isConfirmed && !pending) run(new FormData(event.currentTarget));
        }}
      >
        {isOwn ? null : <ErrorNotice error={error} onReload={onClose} />}
        {asksToRevoke(error?.fields) ? <RevokeSecretsChoice name="revoke_secrets" /> : null}
        {typeof children === "function" ? children(error) : children}
        {reason === undefined ? null : (
          <Field label={reason.label} hint={reason.hint} optional={reason.isOptional === true}>
            {(control) => (
              <Textarea {...control} name="reason" required={!reason.isOptional} maxLength={500} />
            )}
          </Field>
        )}
        {typed === undefined ? null : (
          <DialogField
            name="typed"
            optional={false}
            label={t.rich("typeToConfirm", {
              name: () => <bdi className="font-mono">{typed}</bdi>,
            })}
          />
        )}
        {shows ? <ShowCall calls={[shows.call(fields)]} clusterUrl={shows.clusterUrl} /> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            popoverTarget={plain?.id}
            popoverTargetAction="hide"
            onClick={onClose}
            data-first={isDangerous ? "" : undefined}
          >
            {controls("cancel")}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? "danger" : "primary"}
            pending={pending}
            data-first={isDangerous ? undefined : ""}
            disabled={isMissing || !isConfirmed || isEmpty?.(fields)}
          >
            {pending ? t("pending") : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function sendNothing() {}
