import type { ReactNode } from "react";

/** A titled part of an operation's page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
