"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useId, useState } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { loadModule } from "@/lib/api/client/load-module";
import { CLIENT_FIELDS, valueAt } from "@/lib/clients/field-values";
import type { ImportedManifest } from "@/lib/clients/manifest/schemas";
import { Button } from "../../ui/button";
import { Disclosure } from "../../ui/disclosure";
import { Field } from "../../ui/field";
import { inEnglish } from "../../ui/in-english";
import { Notice } from "../../ui/notice";
import { Textarea } from "../../ui/text-input";
import { problemSentence } from "../use-problem-words";
import { type ClientValues, withValues } from "./client-values";
import { type Difference, DifferenceTable, useDifferences } from "./difference-table";
import type { ManifestProblem, ReadManifest } from "./read-manifest";

export interface ImportManifestProps {
  /** What the form holds now. */
  values: ClientValues;
  /** True where the type of a client can still be chosen. */
  isNew: boolean;
  /** Applies the manifest to the form; nothing is sent yet. */
  onApply: (values: ClientValues) => void;
}

/** The manifest that was read, or why it could not be. */
type ReadResult =
  | { kind: "failure"; message: string }
  | { kind: "problems"; problems: readonly ManifestProblem[] }
  | { kind: "differences"; next: ClientValues; differences: readonly Difference[] };

/** Reads a manifest from a file or pasted text, and shows its changes before applying them. */
export function ImportManifest({ values, isNew, onApply }: ImportManifestProps) {
  const t = useTranslations("clientForm.manifest");
  const differencesOf = useDifferences();
  const [text, setText] = useState("");
  const [reading, setReading] = useState<ReadResult | null>(null);
  const fileId = useId();
  const change = (next: string) => {
    setText(next);
    setReading(null);
  };
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) change(await file.text());
  };
  const readingOf = ({ manifest, problems }: ReadManifest): ReadResult => {
    if (!manifest) return { kind: "problems", problems };
    const next = applyManifest(values, manifest, isNew);
    return { kind: "differences", next, differences: differencesOf(values, next) };
  };
  const compare = async () => {
    try {
      const { readManifest } = await loadModule(() => import("./read-manifest"));
      setReading(readingOf(readManifest(text)));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setReading({ kind: "failure", message: thrown.message });
    }
  };
  const apply = (next: ClientValues) => {
    onApply(next);
    change("");
  };
  return (
    <div className="rounded-lg border border-line bg-surface shadow-panel">
      <Disclosure look="section" summary={t("title")}>
        <div className="grid gap-4">
          <div className="grid gap-1.5">
            <label htmlFor={fileId} className="w-fit font-semibold">
              {t("file")}
            </label>
            <input
              id={fileId}
              type="file"
              accept="application/json,.json"
              onChange={readFile}
              className="w-full min-w-0 text-sm file:me-3 file:min-h-8 file:rounded file:border file:border-border file:border-solid file:bg-surface file:px-2.5 file:py-1 file:font-semibold file:text-ink"
            />
          </div>
          <Field label={t("paste")} hint={t("pasteHint")}>
            {(control) => (
              <Textarea
                {...control}
                dir="ltr"
                rows={6}
                spellCheck={false}
                className="font-mono text-sm"
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
          <Button className="w-fit" disabled={text.trim() === ""} onClick={compare}>
            {t("compare")}
          </Button>
          {reading?.kind === "failure" ? (
            <Notice tone="error" title={inEnglish(reading.message)} live />
          ) : null}
          {reading?.kind === "problems" ? <Problems problems={reading.problems} /> : null}
          {reading?.kind === "differences" ? (
            <Differences
              differences={reading.differences}
              onApply={() => apply(reading.next)}
              onCancel={() => change("")}
            />
          ) : null}
        </div>
      </Disclosure>
    </div>
  );
}

/**
 * Applies a manifest to the values of a form; fields that it omits stay.
 * @param isNew false for a client that exists, whose type cannot be changed
 */
export function applyManifest(
  values: ClientValues,
  manifest: ImportedManifest,
  isNew: boolean,
): ClientValues {
  return withValues(values, (field) => {
    const isFixed = !isNew && CLIENT_FIELDS[field].changedBy === null;
    return isFixed ? undefined : valueAt(manifest, field);
  });
}

function Problems({ problems }: { problems: readonly ManifestProblem[] }) {
  const t = useTranslations("clientForm.manifest");
  return (
    <Notice tone="error" title={t("unusable")} live>
      <ul className="grid gap-1">
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)}>
            {problem.path ? <code className="font-mono text-sm">{problem.path}: </code> : null}
            {problem.kind === "invalid"
              ? inEnglish(problemSentence(problem.message))
              : t(problem.kind)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Differences(props: {
  differences: readonly Difference[];
  onApply: () => void;
  onCancel: () => void;
}) {
  const { differences, onApply, onCancel } = props;
  const t = useTranslations("clientForm.manifest");
  if (differences.length === 0) {
    return <Notice title={t("same")} live />;
  }
  return (
    <Notice title={t("changes")} live>
      <DifferenceTable
        caption={t("caption")}
        differences={differences}
        labels={{ field: t("field"), before: t("inForm"), after: t("inManifest") }}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="small" variant="primary" onClick={onApply}>
          {t("apply")}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t("leave")}
        </Button>
      </div>
    </Notice>
  );
}
