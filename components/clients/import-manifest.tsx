"use client";

import { ChevronRight } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { Button } from "../ui/button";
import { type Column, DataTable } from "../ui/data-table";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Textarea } from "../ui/textarea";
import { applyManifest } from "./apply-manifest";
import type { ClientDraft } from "./client-draft";
import { type DraftDifference, draftDifferences } from "./draft-differences";
import { problemSentence } from "./problem-sentence";
import { type ManifestProblem, readManifest } from "./read-manifest";

export interface ImportManifestProps {
  draft: ClientDraft;
  /** True where the type of a client can still be chosen. */
  isNew: boolean;
  /** Puts what the manifest says into the form; nothing is sent yet. */
  onApply: (draft: ClientDraft) => void;
}

/** What came of reading a manifest. */
type Reading =
  | { kind: "problems"; problems: readonly ManifestProblem[] }
  | { kind: "differences"; next: ClientDraft; differences: readonly DraftDifference[] };

/** Reads a manifest from a file or the clipboard, and shows what it would change before it does. */
export function ImportManifest({ draft, isNew, onApply }: ImportManifestProps) {
  const [text, setText] = useState("");
  const [reading, setReading] = useState<Reading | null>(null);
  const fileId = useId();
  const change = (next: string) => {
    setText(next);
    setReading(null);
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) change(await file.text());
  };
  const compare = () => {
    const { manifest, problems } = { manifest: undefined, ...readManifest(text) };
    if (!manifest) return setReading({ kind: "problems", problems: problems ?? [] });
    const next = applyManifest(draft, manifest, isNew);
    setReading({ kind: "differences", next, differences: draftDifferences(draft, next) });
  };
  const apply = (next: ClientDraft) => {
    onApply(next);
    change("");
  };
  return (
    <details className="rounded-lg border border-line bg-surface shadow-panel">
      <summary className="flex min-h-12 items-center gap-2 px-4 font-semibold sm:px-6">
        <ChevronRight className="chevron size-4 shrink-0" aria-hidden="true" />
        Import a manifest
      </summary>
      <div className="grid gap-4 border-line border-t p-4 sm:p-6">
        <div className="grid gap-1.5">
          <label htmlFor={fileId} className="w-fit font-semibold">
            From a file
          </label>
          <input
            id={fileId}
            type="file"
            accept="application/json,.json"
            onChange={readFile}
            className="max-w-full text-sm file:me-3 file:min-h-8 file:rounded file:border file:border-border file:border-solid file:bg-surface file:px-2.5 file:py-1 file:font-semibold file:text-ink"
          />
        </div>
        <Field
          label="Or paste it"
          hint="JSON with latchkey_manifest. What it leaves out stays as it is."
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              spellCheck={false}
              className="font-mono text-sm"
              value={text}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
        <Button className="w-fit" disabled={text.trim() === ""} onClick={compare}>
          Compare with the form
        </Button>
        {reading?.kind === "problems" ? <Problems problems={reading.problems} /> : null}
        {reading?.kind === "differences" ? (
          <Differences
            differences={reading.differences}
            onApply={() => apply(reading.next)}
            onCancel={() => change("")}
          />
        ) : null}
      </div>
    </details>
  );
}

function Problems({ problems }: { problems: readonly ManifestProblem[] }) {
  return (
    <Notice tone="error" title="The manifest cannot be used." live>
      <ul className="grid gap-1">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path ? <code className="font-mono text-sm">{path}: </code> : null}
            {problemSentence(message)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const COLUMNS: readonly Column<DraftDifference>[] = [
  { key: "field", label: "Field", cell: ({ label }) => label },
  {
    key: "form",
    label: "In the form",
    className: "sm:w-2/5",
    cell: ({ before }) => <Value text={before} />,
  },
  {
    key: "manifest",
    label: "In the manifest",
    className: "sm:w-2/5",
    cell: ({ after }) => <Value text={after} />,
  },
];

function Differences(props: {
  differences: readonly DraftDifference[];
  onApply: () => void;
  onCancel: () => void;
}) {
  const { differences, onApply, onCancel } = props;
  if (differences.length === 0) {
    return <Notice title="The manifest says what the form already holds." live />;
  }
  return (
    <Notice title="This is what the manifest changes." live>
      <div className="overflow-hidden rounded border border-line bg-surface">
        <DataTable
          caption="Fields that the manifest changes"
          columns={COLUMNS}
          rows={differences}
          rowKey={({ label }) => label}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="primary" onClick={onApply}>
          Put it into the form
        </Button>
        <Button size="small" onClick={onCancel}>
          Leave the form as it is
        </Button>
      </div>
    </Notice>
  );
}

function Value({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">Empty</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
