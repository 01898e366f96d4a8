"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { loadModule } from "@/lib/api/client/load-module";
import { CLIENT_FIELDS, valueAt } from "@/lib/clients/field-values";
import type { ImportedManifest } from "@/lib/clients/manifest/schemas";
import { ActionDialog } from "../../actions/action-dialog";
import { Field } from "../../ui/field";
import { inEnglish } from "../../ui/in-english";
import { Notice } from "../../ui/notice";
import { Textarea } from "../../ui/text-input";
import { problemSentence } from "../use-problem-words";
import { ClientDifferences } from "./client-differences";
import { useClientFormState } from "./client-form-state";
import { type ClientValues, withValues } from "./client-values";
import type { ManifestProblem } from "./read-manifest";
import { type Difference, useDifferences } from "./use-differences";

export interface ManifestDialogProps {
  /** True where the type of a client can still be chosen. */
  isNew?: boolean;
  onClose: () => void;
}

/** Reads a manifest from a file or pasted text, and shows what it changes in the form before it does. */
export function ManifestDialog(props: ManifestDialogProps) {
  const { isNew = false, onClose } = props;
  const t = useTranslations("clientForm.manifest");
  const differencesOf = useDifferences();
  const { values, fill } = useClientFormState();
  const [text, setText] = useState("");
  const reader = useQuery({
    queryKey: ["read-manifest"],
    queryFn: () => loadModule(() => import("./read-manifest")),
    retry: false,
  });
  const reading = text.trim() === "" ? undefined : reader.data?.readManifest(text);
  const next = reading?.manifest && applyManifest(values, reading.manifest, isNew);
  const differences = next && differencesOf(values, next);
  return (
    <ActionDialog
      title={t("title")}
      submit={t("apply")}
      isEmpty={() => !differences?.length}
      onClose={onClose}
      onSubmit={async () => {
        if (!next) return;
        fill(next);
        onClose();
      }}
    >
      <Field label={t("file")}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="application/json,.json"
            onChange={async ({ target }) => {
              const file = target.files?.[0];
              if (file) setText(await file.text());
            }}
            className="w-full min-w-0 text-sm file:me-3 file:min-h-8 file:rounded file:border file:border-border file:border-solid file:bg-surface file:px-2.5 file:py-1 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      <Field label={t("paste")} hint={t("pasteHint")}>
        {(control) => (
          <Textarea
            {...control}
            dir="ltr"
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {reader.error ? <Notice tone="error" title={inEnglish(reader.error.message)} live /> : null}
      {reading?.problems ? <Problems problems={reading.problems} /> : null}
      {differences ? <Differences differences={differences} /> : null}
    </ActionDialog>
  );
}

/** Applies a manifest to a form; fields that it omits stay. @param isNew whether the type can still be chosen */
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

function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslations("clientForm.manifest");
  if (differences.length === 0) return <Notice title={t("same")} live />;
  return (
    <Notice title={t("changes")} live>
      <ClientDifferences
        caption={t("caption")}
        differences={differences}
        labels={{ field: t("field"), before: t("inForm"), after: t("inManifest") }}
      />
    </Notice>
  );
}
