"use client";

import type { KeyboardEvent, MouseEvent, ReactNode } from "react";

const MOVES = new Map<string, (position: number, last: number) => number>([
  ["ArrowDown", (position, last) => Math.min(position + 1, last)],
  ["ArrowUp", (position) => Math.max(position - 1, 0)],
  ["Home", () => 0],
  ["End", (_, last) => last],
]);

const CONTROLS = "a, button, input, label, summary, dialog, [popover]";

// A time keeps the pointer for its tooltip, but it is part of the row too.
function followRow({ target }: MouseEvent) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return;
  target.closest("tr")?.querySelector<HTMLElement>("[data-row-link]")?.click();
}

/** Moves the focus between the row links inside; Enter follows one, as every link. */
export function RowKeys({ children }: { children: ReactNode }) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const moved = MOVES.get(event.key);
    if (!moved || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
    const position = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
    if (position < 0) return;
    event.preventDefault();
    links[moved(position, links.length - 1)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what happens to the links inside.
    <div onKeyDown={move} onClick={followRow}>
      {children}
    </div>
  );
}
