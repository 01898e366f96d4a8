"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import type { ClientSecretResponse } from "@/lib/clients/schemas";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { TextInput } from "../ui/text-input";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import { DialogButtons } from "./dialog-buttons";
import { loadSecretPanel } from "./lazy-secret-panel";

export interface RevealSecretDialogProps {
  client: ClientTarget;
  /** Null while the dialog is closed. */
  secret: ClientSecretResponse | null;
  onClose: () => void;
  onRevealed: (clear: string, secret: ClientSecretResponse) => void;
  /** For a person without a password: the sign-in provider, where they prove who they are. */
  signInAgain: { provider: string; href: string } | null;
}

/** Asks for the person's password, or for a recent sign-in at the provider, before a secret is shown again. */
export function RevealSecretDialog(props: RevealSecretDialogProps) {
  const { client, secret, onClose, onRevealed, signInAgain } = props;
  const t = useTranslations("client.reveal");
  const [password, setPassword] = useState("");
  const { error, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    setPassword("");
    onClose();
  };
  const reveal = (of: ClientSecretResponse) =>
    run(async () => {
      await loadSecretPanel();
      const answer = await call("revealSecret", {
        params: { ...paramsOf(client), secret_id: of.id },
        body: signInAgain ? {} : { password },
      });
      setPassword("");
      onRevealed(answer.secret, of);
    });
  const isWrong = error?.fields.some(({ path }) => path === "password");
  return (
    <Dialog
      open={secret !== null}
      onClose={close}
      title={t("title", { lastFour: secret?.last_four ?? "" })}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (secret) reveal(secret);
        }}
      >
        {isWrong ? null : <ActionErrorNotice error={error} onReload={close} />}
        <p>{t("what")}</p>
        {signInAgain ? (
          <SignInAgain {...signInAgain} isNeeded={isWrong === true} />
        ) : (
          <Field
            label={t("password")}
            hint={t("passwordHint")}
            error={isWrong ? t("passwordWrong") : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  forget();
                  setPassword(event.target.value);
                }}
              />
            )}
          </Field>
        )}
        <DialogButtons
          onCancel={close}
          label={t(pending ? "pending" : "submit")}
          type="submit"
          variant="primary"
          pending={pending}
        />
      </form>
    </Dialog>
  );
}

/** Says that a recent sign-in counts, and leads to the provider if there was none. */
function SignInAgain(props: { provider: string; href: string; isNeeded: boolean }) {
  const { provider, href, isNeeded } = props;
  const t = useTranslations("client.reveal");
  if (!isNeeded) return <p className="text-muted text-sm">{t("recent", { provider })}</p>;
  return (
    <Notice tone="warning" title={t("again", { provider })} live>
      <p>
        <a href={href} className="inline-link">
          {t("againLink", { provider })}
        </a>
      </p>
    </Notice>
  );
}
