"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Takes the focus when it appears, so that it is scrolled to and read out. */
export function TakeFocus({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
