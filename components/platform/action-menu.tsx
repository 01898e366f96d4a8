"use client";

import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button";

/** The callbacks of an open dialog. */
export interface OpenDialog {
  close: () => void;
  /** Closes the dialog, reloads what is on the page, and shows the outcome above it. */
  done: (notice?: ReactNode) => void;
}

/** An action on an object. */
export interface RowAction {
  /** Equal for actions that replace each other. */
  key: string;
  label: string;
  /** True if it cannot be undone: such actions come last. */
  isFinal?: boolean;
  /** True if there is no such object afterwards. */
  removes?: boolean;
  /** The dialog that confirms the action and carries it out. */
  ask: (dialog: OpenDialog) => ReactNode;
}

interface ActionMenuProps {
  /** The object's name, for screen readers. */
  name: string;
  actions: readonly RowAction[];
  onAsk: (action: RowAction) => void;
}

/** What someone can do with an object, behind three dots. The arrow keys move, Escape closes. */
export function ActionMenu({ name, actions, onAsk }: ActionMenuProps) {
  const t = useTranslations("platform.list");
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const inOrder = [
    ...actions.filter((action) => !action.isFinal),
    ...actions.filter((action) => action.isFinal),
  ];

  useEffect(() => {
    if (!isOpen) return;
    itemsOf(menu.current)[0]?.focus();
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.parentElement?.contains(target)) {
        setIsOpen(false);
      }
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setIsOpen(false);
    else if (!focusItem(itemsOf(menu.current), event.key)) return;
    if (event.key !== "Tab") event.preventDefault();
  };

  if (actions.length === 0) return null;
  return (
    <div className="relative w-fit sm:ms-auto">
      <Button
        ref={opener}
        size="smallIcon"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => key === "ArrowDown" && setIsOpen(true)}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
        <span className="sr-only">
          {t.rich("actionsOf", { name: () => <bdi key="name">{name}</bdi> })}
        </span>
      </Button>
      {isOpen ? (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t("actions")}
          onKeyDown={move}
          className="absolute top-full z-20 mt-1 w-max min-w-44 max-w-64 rounded-lg border border-line bg-surface p-1 text-start shadow-overlay max-sm:start-0 sm:end-0"
        >
          {inOrder.map((action, position) => (
            <button
              key={action.key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={clsx(
                "flex min-h-9 w-full items-center rounded px-3 text-start hover:bg-hover focus-visible:outline-offset-[-2px]",
                action.isFinal && "text-danger",
                action.isFinal &&
                  !inOrder[position - 1]?.isFinal &&
                  position > 0 &&
                  "mt-1 rounded-t-none border-line border-t",
              )}
              onClick={() => {
                close();
                onAsk(action);
              }}
            >
              {action.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu ? [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")] : [];
}

/** Moves the focus as a key of a menu does. @returns whether the key is one */
function focusItem(items: readonly HTMLElement[], key: string): boolean {
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[key];
  if (next === undefined) return false;
  items[next]?.focus();
  return true;
}

/** A button of a table's row; screen readers also hear the row's name. */
export function RowButton(props: { name: string; onClick: () => void; children: string }) {
  const t = useTranslations("platform.list");
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <Button size="small" onClick={props.onClick}>
      {props.children}
      {t.rich("ofRow", { name: () => <bdi>{props.name}</bdi>, unseen })}
    </Button>
  );
}
