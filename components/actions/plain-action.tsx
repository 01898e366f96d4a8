"use client";

import { useId, useState } from "react";
import { Button } from "../ui/button";
import { ActionDialog, type ActionDialogProps } from "./action-dialog";

interface PlainActionProps
  extends Pick<ActionDialogProps, "title" | "submit" | "isDangerous" | "children"> {
  /** Where the form goes. */
  action: string;
  label: string;
}

/** A button whose dialog is an ordinary form, which works without JavaScript too. */
export function PlainAction({ action, label, ...dialog }: PlainActionProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="w-fit"
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <ActionDialog {...dialog} plain={{ id, action }} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
