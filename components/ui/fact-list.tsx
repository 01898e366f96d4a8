import type { ReactNode } from "react";

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts with their labels, in two columns if there is room. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="@container divide-y divide-line">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="grid gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0 @md:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="wrap-anywhere min-w-0 text-muted text-sm leading-6">{fact.label}</dt>
          <dd className="wrap-anywhere min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
