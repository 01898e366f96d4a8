"use client";

import { useEffect } from "react";

/** How many forms of the page hold something unsaved. */
let unsavedForms = 0;

/** Makes the browser ask before it closes or leaves a page that holds something unsaved. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    // One of its own for each form: the listener of another must outlast it.
    const leave = (event: MouseEvent) => leaveToBrowser(event);
    window.addEventListener("click", leave, true);
    unsavedForms += 1;
    return () => {
      unsavedForms -= 1;
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("click", leave, true);
    };
  }, [unsaved]);
}

/** A link that the router would follow within the page is followed by the browser, which asks. */
function leaveToBrowser(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest("a[href]")) event.stopPropagation();
}

/** Whether a form of the page holds something unsaved: it is then left by the browser, which asks. */
export function holdsUnsaved(): boolean {
  return unsavedForms > 0;
}
