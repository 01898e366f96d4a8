"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { holdsUnsaved } from "./use-unsaved-guard";

/** Goes to a page of this site, as a link there would; a form that is not saved is asked about first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => (holdsUnsaved() ? window.location.assign(href) : router.push(href)),
    [router],
  );
}
