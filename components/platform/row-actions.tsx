import type { ReactNode } from "react";
import { RowButton } from "./row-button";

/** What an open dialog can tell its list. */
export interface OpenDialog {
  /** Closes the dialog. */
  close: () => void;
  /** Closes the dialog, loads the list again, and shows what came of it above the list. */
  done: (notice?: ReactNode) => void;
}

/** Something that can be done with a row. */
export interface RowAction {
  /** The same for actions that replace each other, so that the button keeps the focus. */
  key: string;
  label: string;
  /** The dialog that asks about it and does it. */
  ask: (dialog: OpenDialog) => ReactNode;
}

export interface RowActionsProps {
  /** The row's name, for screen readers. */
  name: string;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** The buttons of a row. */
export function RowActions({ name, actions, onAsk }: RowActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end lg:flex-nowrap">
      {actions.map((action) => (
        <RowButton key={action.key} name={name} onClick={() => onAsk(action)}>
          {action.label}
        </RowButton>
      ))}
    </div>
  );
}
