"use client";

import { type ReactNode, useId, useState } from "react";
import { Button, type ButtonProps } from "../ui/button";
import { ActionDialog, type ActionDialogProps } from "./action-dialog";

interface DialogButtonProps extends ButtonProps {
  /** The dialog, whose id the button opens without JavaScript. */
  dialog: (state: { id: string; open: boolean; onClose: () => void }) => ReactNode;
}

/** A button with the dialog that it opens. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...button}
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      />
      {dialog({ id, open, onClose: () => setOpen(false) })}
    </>
  );
}

interface PlainActionProps
  extends Partial<Pick<ActionDialogProps, "title" | "submit" | "isDangerous">>,
    Pick<ActionDialogProps, "children"> {
  action: string;
  /** Of the button, and of the dialog and its button unless given. */
  label: string;
}

/** A button whose dialog is an ordinary form, which works without JavaScript too. */
export function PlainAction({ action, label, ...dialog }: PlainActionProps) {
  return (
    <DialogButton
      dialog={({ id, ...state }) => (
        <ActionDialog title={label} submit={label} {...dialog} plain={{ id, action }} {...state} />
      )}
    >
      {label}
    </DialogButton>
  );
}
