"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { DialogButtons } from "../clients/dialog-buttons";
import { RevokeSecretsChoice } from "../clients/revoke-secrets-choice";
import { Dialog } from "../ui/dialog";

export interface MembershipDialogProps {
  /** Part of the messages of members that names title and button. */
  words: "leave" | "remove" | "change";
  /** The member's name, for the title. */
  name?: string;
  open: boolean;
  /** True while there is nothing to submit. */
  disabled?: boolean;
  /** @param revokeSecrets whether the person agreed to revoke secrets that the member has seen */
  onSubmit: (revokeSecrets: boolean) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Changes or ends a membership, and asks about secrets that the member could misuse afterwards. */
export function MembershipDialog(props: MembershipDialogProps) {
  const { words, name = "", open, disabled = false, onSubmit, onClose, children } = props;
  const t = useTranslations("members");
  const { error, pending, run, forget } = useClientAction();
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const close = () => {
    forget();
    setRevokeSecrets(false);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t(`${words}.title`, { name })}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => onSubmit(revokeSecrets));
        }}
      >
        <ActionErrorNotice error={error} onReload={close} />
        <RevokeSecretsChoice
          problems={error?.fields ?? []}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        {children}
        <DialogButtons
          onCancel={close}
          label={t(pending ? `${words}.pending` : `${words}.submit`)}
          type="submit"
          variant={words === "change" ? "primary" : "danger"}
          pending={pending}
          disabled={disabled}
        />
      </form>
    </Dialog>
  );
}
