"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button";

export interface DialogProps {
  /** Makes it a popover that its button (`popoverTarget`) opens without JavaScript; its content is then always there. */
  id?: string;
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

// What a dialog is opened for: its first field, or else the button that it marks.
const FIRST = ":is(input, select, textarea):not([type=hidden], :disabled), [data-first]";

/** A modal question on the browser's own <dialog>, which traps the focus and returns it, also when it is removed. */
export function Dialog({ id, open, onClose, title, children }: DialogProps) {
  const t = useTranslations("shell.controls");
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (id) dialog.hidePopover();
    if (!dialog.open) dialog.showModal();
    // Without it, the focus would be on the button that closes.
    dialog.querySelector<HTMLElement>(FIRST)?.focus();
    // Before it is removed: a browser returns the focus only when a dialog closes.
    return () => dialog.close();
  }, [id, open]);

  // The browser reports that it closed a little later, when it may be open again.
  const reportClosed = () => {
    if (!ref.current?.open) onClose();
  };

  return (
    <dialog
      ref={ref}
      id={id}
      popover={id && "auto"}
      onClose={reportClosed}
      onCancel={(event) => {
        // Closes with the state, so that the next key finds the dialog closed.
        event.preventDefault();
        onClose();
      }}
      aria-labelledby={titleId}
      className="m-auto p-0 w-[min(34rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface text-ink shadow-overlay backdrop:bg-bar/60"
    >
      <div className="flex items-start justify-between gap-4 border-line border-b px-5 py-4">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <IconButton
          icon={X}
          label={t("close")}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={onClose}
          className="-me-2"
        />
      </div>
      <div className="p-5">{open || id ? children : null}</div>
    </dialog>
  );
}
