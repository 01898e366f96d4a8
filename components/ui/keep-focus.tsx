"use client";

import type { ComponentProps } from "react";

export interface KeepFocusProps extends ComponentProps<"section"> {
  as: "main" | "section";
}

/**
 * A part of a page that takes the focus when the control that had it goes away: a row that was
 * removed, a notice that was dismissed, a link to another page. Otherwise people who use the keyboard
 * or a screen reader would start again at the top of the page.
 */
export function KeepFocus({ as: Element, ...rest }: KeepFocusProps) {
  return <Element ref={keepFocusIn} data-keeps-focus="" {...rest} />;
}

/** Watches one part of a page. Of parts within each other, the innermost that is still there acts. */
function keepFocusIn(part: HTMLElement | null) {
  if (!part) return;
  let last: Element | null = null;
  let innermost: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element && target !== part ? target : null;
    innermost = last?.closest("[data-keeps-focus]") ?? null;
  };
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !part.contains(relatedTarget)) last = null;
  };
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    if (innermost !== part && innermost?.isConnected) return;
    last = null;
    takeFocus(part);
  });
  part.addEventListener("focusin", remember);
  part.addEventListener("focusout", forget);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", remember);
    part.removeEventListener("focusout", forget);
    observer.disconnect();
  };
}

/** Makes the part focusable only for now, so that a click beside its controls does not focus it. */
function takeFocus(part: HTMLElement) {
  part.tabIndex = -1;
  part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
  part.focus({ preventScroll: true });
}
