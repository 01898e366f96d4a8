import { Button } from "../ui/button";
import { type Column, DataTable } from "../ui/data-table";
import { Notice } from "../ui/notice";
import type { DraftDifference } from "./draft-differences";

const COLUMNS: readonly Column<DraftDifference>[] = [
  { key: "field", label: "Field", cell: ({ label }) => label },
  { key: "before", label: "When you began", cell: ({ before }) => <Value text={before} /> },
  { key: "now", label: "Now", cell: ({ after }) => <Value text={after} /> },
];

export interface ChangedMeanwhileProps {
  /** What somebody else changed, of what the form holds. */
  differences: readonly DraftDifference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Says what somebody else changed while a form was open, and asks whose state to go on with. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { differences, onKeepMine, onTakeTheirs } = props;
  return (
    <Notice tone="warning" title="Somebody else changed this client meanwhile." live>
      {differences.length > 0 ? (
        <div className="overflow-hidden rounded border border-line bg-surface">
          <DataTable
            caption="Fields that changed"
            columns={COLUMNS}
            rows={differences}
            rowKey={({ label }) => label}
          />
        </div>
      ) : (
        <p>Nothing that this form holds: its state, or its secrets.</p>
      )}
      <p>Your own changes are still in the form below and were not saved.</p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={onKeepMine}>
          Go on with my form
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          Take the present state
        </Button>
      </div>
    </Notice>
  );
}

function Value({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">Empty</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
