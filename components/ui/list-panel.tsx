import { Children, type ReactNode } from "react";
import { EmptyState } from "./empty-state";
import { Panel, type PanelProps } from "./panel";

export interface ListPanelProps extends Pick<PanelProps, "title" | "description" | "tone"> {
  empty?: { title: string; next: string };
  children: ReactNode;
}

/** A panel with a list of entries. */
export function ListPanel({ empty, children, ...panel }: ListPanelProps) {
  return (
    <Panel {...panel} padded={false}>
      {empty && Children.count(children) === 0 ? (
        <EmptyState title={empty.title} next={empty.next} />
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </Panel>
  );
}
