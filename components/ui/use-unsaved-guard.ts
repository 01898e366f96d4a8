"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";

/** How many forms of the page hold something unsaved. */
let unsavedForms = 0;

/** Makes the browser ask before it leaves a page with unsaved changes. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    // One listener per form, so that removing it does not affect other forms.
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

/** Whether a form of the page has unsaved changes, so that the browser must ask first. */
export function holdsUnsaved(): boolean {
  return unsavedForms > 0;
}

/** Opens a page of this site, like a link. If a form has unsaved changes, the browser asks first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => (holdsUnsaved() ? window.location.assign(href) : router.push(href)),
    [router],
  );
}
