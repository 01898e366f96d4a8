import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MenuButton, RowMenu } from "../list/row-menu";
import { Button } from "../ui/button";

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
  /** True for what cannot be undone. */
  isFinal?: boolean;
  /** True if there is no such object afterwards. */
  removes?: boolean;
  /** The dialog that confirms the action and carries it out. */
  ask: (dialog: OpenDialog) => ReactNode;
}

interface RowActionsProps {
  /** The row's name, for screen readers. */
  name: string;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** The menu of a row. */
export function RowActions({ name, actions, onAsk }: RowActionsProps) {
  return (
    <RowMenu name={name}>
      {actions.map((action) => (
        <MenuButton
          key={action.key}
          isFinal={action.isFinal === true}
          onClick={() => onAsk(action)}
        >
          {action.label}
          <OfRow name={name} />
        </MenuButton>
      ))}
    </RowMenu>
  );
}

/** A button of a table's row; screen readers also hear the row's name. */
export function RowButton(props: { name: string; onClick: () => void; children: string }) {
  return (
    <Button size="small" onClick={props.onClick}>
      {props.children}
      <OfRow name={props.name} />
    </Button>
  );
}

function OfRow({ name }: { name: string }) {
  const t = useTranslations("platform.list");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return t.rich("ofRow", { name: () => <bdi>{name}</bdi>, unseen });
}
