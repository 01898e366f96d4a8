"use client";

import { type ReactNode, Suspense, useSyncExternalStore } from "react";

export interface ClientOnlyProps {
  /** Reserves the height of the part. */
  className?: string;
  children: ReactNode;
}

/**
 * A part of the page whose scripts load after it. The server renders only its space: React would drop a rendered part,
 * with what was typed into it, if the page changes before these scripts are there.
 */
export function ClientOnly({ className, children }: ClientOnlyProps) {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return <div className={className}>{isHydrated ? <Suspense>{children}</Suspense> : null}</div>;
}

const subscribeToNothing = () => () => undefined;
