import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MenuButton, RowMenu } from "../list/row-menu";
import { Button } from "../ui/button";
import { ActionDialog, type ActionDialogProps } from "./action-dialog";

/** The callbacks of an open dialog. */
export interface OpenDialog {
  close: () => void;
  /** Closes the dialog, reloads what is shown, and shows the outcome above it. */
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

interface Question<Result>
  extends Pick<RowAction, "key" | "label" | "isFinal" | "removes">,
    Pick<ActionDialogProps, "title" | "submit" | "isDangerous" | "typed" | "reason"> {
  /** What happens, in paragraphs. */
  what: readonly ReactNode[];
  send: (reason: string) => Promise<Result>;
  /** Says what came of it, if that has to be said. */
  notice?: (result: Result, done: OpenDialog["done"]) => ReactNode;
}

/** An action whose dialog says what happens, and asks for a reason at most. */
export function confirmAction<Result>(question: Question<Result>): RowAction {
  const { key, label, isFinal, removes, what, send, notice, ...words } = question;
  return {
    key,
    label,
    ...(isFinal && { isFinal }),
    ...(removes && { removes }),
    ask: ({ close, done }) => (
      <ActionDialog
        {...words}
        onClose={close}
        onSubmit={async (reason) => {
          const result = await send(reason);
          done(notice?.(result, done));
        }}
      >
        {what.map((part) => (typeof part === "string" ? <p key={part}>{part}</p> : part))}
      </ActionDialog>
    ),
  };
}

/** The dialog of an action, while it is open, and the outcome of the last one. @param after what the page does then */
export function useActionDialog(after: (action: RowAction) => void) {
  const [asked, setAsked] = useState<RowAction | null>(null);
  const [notice, setNotice] = useState<ReactNode>(null);
  const dialog = asked?.ask({
    close: () => setAsked(null),
    done: (outcome = null) => {
      setAsked(null);
      setNotice(outcome);
      after(asked);
    },
  });
  return { ask: setAsked, notice, dialog };
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
