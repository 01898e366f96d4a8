import { Children, type ReactNode } from "react";
import { Panel, type PanelProps } from "./panel";

export interface ListPanelProps extends Pick<PanelProps, "title" | "description" | "tone"> {
  /** Shown in place of an empty list. */
  empty?: ReactNode;
  /** The `<li>` elements. */
  children: ReactNode;
}

/** A panel with a list of entries. */
export function ListPanel({ empty, children, ...panel }: ListPanelProps) {
  return (
    <Panel {...panel} padded={false}>
      {Children.count(children) === 0 ? (
        empty
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </Panel>
  );
}
