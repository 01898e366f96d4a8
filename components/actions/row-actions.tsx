"use client";

import { useTranslations } from "next-intl";
import { Fragment, lazy, type ReactNode, Suspense, useState } from "react";
import type { ApiError } from "@/lib/api/client/api-error";
import { MenuButton, RowMenu } from "../list/menu";
import { Button } from "../ui/button";
import { usePreload } from "../ui/use-preload";
import type { ActionDialogProps } from "./action-dialog";

// Loaded after the page, which shows it only when asked.
const loadDialog = () => import("./action-dialog");
const ActionDialog = lazy(async () => ({ default: (await loadDialog()).ActionDialog }));

/** The callbacks of an open dialog. */
export interface OpenDialog {
  close: () => void;
  /** Closes the dialog, reloads what is shown, and shows the outcome above it. */
  done: (notice?: ReactNode) => void;
  /** Takes the outcome away again. */
  dismiss: () => void;
}

/** An action on a row. */
export interface RowAction {
  /** Equal for actions that replace each other, so that the button keeps the focus. */
  key: string;
  label: ReactNode;
  /** True for what cannot be undone. */
  isFinal?: boolean;
  /** True for what is done in the row itself, not in its menu. */
  isInSight?: boolean;
  /** True if there is no such object afterwards. */
  removes?: boolean;
  /** The dialog that confirms the action and carries it out. */
  ask: (dialog: OpenDialog) => ReactNode;
}

interface Question<Result>
  extends Pick<RowAction, "key" | "label" | "isFinal" | "isInSight" | "removes">,
    Omit<ActionDialogProps, "open" | "plain" | "onClose" | "onSubmit" | "children"> {
  /** What happens, in paragraphs, and fields with names. */
  what: readonly ReactNode[] | ((error: ApiError | null) => ReactNode);
  send: (fields: FormData) => Promise<Result>;
  /** Says what came of it, if that has to be said. */
  notice?: (result: Result, dialog: OpenDialog) => ReactNode;
}

/** An action as data: what its dialog says and asks for, and what it sends. */
export function confirmAction<Result>(question: Question<Result>): RowAction {
  const { key, label, isFinal, isInSight, removes, what, send, notice, ...words } = question;
  return {
    key,
    label,
    ...(isFinal && { isFinal }),
    ...(isInSight && { isInSight }),
    ...(removes && { removes }),
    ask: (dialog) => (
      <ActionDialog
        {...words}
        onClose={dialog.close}
        onSubmit={async (fields) => {
          const result = await send(fields);
          dialog.done(notice?.(result, dialog));
        }}
      >
        {typeof what === "function"
          ? what
          : what.map((part) => (typeof part === "string" ? <p key={part}>{part}</p> : part))}
      </ActionDialog>
    ),
  };
}

/**
 * The dialog of an action, while it is open, and the outcome of the last one.
 * @param after what the page does after an action
 * @param onClose what it does when a dialog is closed instead
 */
export function useActionDialog(after: (action: RowAction) => void, onClose?: () => void) {
  const [asked, setAsked] = useState<RowAction | null>(null);
  // The number tells a notice from an equal one before, which has the focus no more.
  const [notice, setNotice] = useState<{ number: number; node: ReactNode }>({
    number: 0,
    node: null,
  });
  const show = (node: ReactNode) => {
    setNotice((last) => ({ number: last.number + 1, node }));
  };
  const dialog = asked?.ask({
    dismiss: () => show(null),
    close: () => {
      setAsked(null);
      onClose?.();
    },
    done: (outcome = null) => {
      setAsked(null);
      show(outcome);
      after(asked);
    },
  });
  usePreload(loadDialog);
  return {
    ask: setAsked,
    show,
    notice: notice.node === null ? null : <Fragment key={notice.number}>{notice.node}</Fragment>,
    dialog: <Suspense>{dialog}</Suspense>,
  };
}

interface RowActionsProps {
  /** The row's name, for screen readers. */
  name: string;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
  children?: ReactNode;
}

/** The menu of a row, or a button for its only action. Renders nothing for a row without actions. */
export function RowActions({ name, actions, onAsk, children }: RowActionsProps) {
  const [inSight] = actions.filter(({ isInSight }) => isInSight);
  if (inSight) {
    return (
      <RowButton name={name} onClick={() => onAsk(inSight)}>
        {inSight.label}
      </RowButton>
    );
  }
  if (actions.length === 0 && !children) return null;
  return (
    <RowMenu name={name}>
      {children}
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
export function RowButton(props: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="small" onClick={props.onClick}>
      {props.children}
      <OfRow name={props.name} />
    </Button>
  );
}

function OfRow({ name }: { name: string }) {
  const t = useTranslations("shell.list");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return t.rich("ofRow", { name: () => <bdi>{name}</bdi>, unseen });
}
