"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { holdsUnsaved } from "./use-unsaved-guard";

/** Opens a page of this site, like a link. If a form has unsaved changes, the browser asks first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => (holdsUnsaved() ? window.location.assign(href) : router.push(href)),
    [router],
  );
}
