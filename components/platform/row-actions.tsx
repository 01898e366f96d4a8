import type { ReactNode } from "react";
import { RowButton } from "./row-button";

/** The callbacks of an open dialog. */
export interface OpenDialog {
  close: () => void;
  /** Closes the dialog, reloads the list, and shows the outcome above it. */
  done: (notice?: ReactNode) => void;
}

/** An action on a row. */
export interface RowAction {
  /** Equal for actions that replace each other, so that the button keeps the focus. */
  key: string;
  label: string;
  /** The dialog that confirms the action and carries it out. */
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
