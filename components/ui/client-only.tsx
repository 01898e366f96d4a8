"use client";

import { type ReactNode, Suspense, useSyncExternalStore } from "react";

/** A part whose scripts load later. On the server it is only space: React might drop what was typed into it. */
export function ClientOnly({ className, children }: { className?: string; children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return <div className={className}>{isHydrated ? <Suspense>{children}</Suspense> : null}</div>;
}

const subscribeToNothing = () => () => undefined;
