"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Takes the focus when it appears, so that it is scrolled to and read out. @param label makes it a region */
export function TakeFocus({ label, children }: { label?: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={label}>
      {children}
    </section>
  );
}
