"use client";

import { Plus, Trash2 } from "lucide-react";
import { type ClipboardEvent, useId, useState } from "react";
import { redirectUrlsSchema } from "@/lib/clients/field-schemas";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { RedirectUrlRow } from "./client-draft";
import type { DraftErrors } from "./draft-errors";
import { problemSentence } from "./problem-sentence";

export interface RedirectUrlRowsProps {
  rows: readonly RedirectUrlRow[];
  /** The extension's own address, to suggest the path that SDKs use. */
  baseUrl: string;
  errors: DraftErrors;
  onChange: (rows: RedirectUrlRow[]) => void;
}

/** The path that the SDKs of extensions call back to. */
const SDK_CALLBACK_PATH = "/fp/auth";

/** Redirect URLs, one row each; several lines pasted at once become several rows. */
export function RedirectUrlRows({ rows, baseUrl, errors, onChange }: RedirectUrlRowsProps) {
  const suggestion = suggestionFor(baseUrl, rows);
  const replace = (key: number, value: string) =>
    onChange(rows.map((row) => (row.key === key ? { key, value } : row)));
  const insert = (values: readonly string[]) => {
    const firstKey = nextKey(rows);
    const added = values.map((value, position) => ({ key: firstKey + position, value }));
    onChange([...rows.filter((row) => row.value !== ""), ...added]);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">Redirect URLs</legend>
      <p className="text-muted text-sm">
        Where the browser goes after consent. Compared character by character; https, or http for
        loopback hosts such as 127.0.0.1.
      </p>
      <ol className="grid gap-3">
        {rows.map((row, position) => (
          <Row
            key={row.key}
            row={row}
            position={position}
            error={errors[`redirectUrls.${row.key}`]}
            onChange={(value) => replace(row.key, value)}
            onPasteLines={insert}
            onRemove={
              rows.length > 1
                ? () => onChange(rows.filter(({ key }) => key !== row.key))
                : undefined
            }
          />
        ))}
      </ol>
      <FieldError message={errors.redirectUrls} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange([...rows, { key: nextKey(rows), value: "" }])}>
          <Plus className="size-4" aria-hidden="true" />
          Add a URL
        </Button>
        {suggestion ? (
          <Button size="small" variant="quiet" onClick={() => insert([suggestion])}>
            Use {suggestion}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

function nextKey(rows: readonly RedirectUrlRow[]): number {
  return Math.max(-1, ...rows.map((row) => row.key)) + 1;
}

function suggestionFor(baseUrl: string, rows: readonly RedirectUrlRow[]): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const suggestion = `${baseUrl.replace(/\/+$/, "")}${SDK_CALLBACK_PATH}`;
  return rows.some((row) => row.value === suggestion) ? undefined : suggestion;
}

interface RowProps {
  row: RedirectUrlRow;
  position: number;
  error: string | undefined;
  onChange: (value: string) => void;
  onPasteLines: (lines: readonly string[]) => void;
  onRemove: (() => void) | undefined;
}

function Row({ row, position, error, onChange, onPasteLines, onRemove }: RowProps) {
  const id = useId();
  const [left, setLeft] = useState(false);
  const problem = error ?? (left && row.value ? problemOf(row.value) : undefined);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData("text").split(/\s+/).filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    onPasteLines(lines);
  };
  return (
    <li className="grid gap-1">
      <div className="flex gap-2">
        <TextInput
          mono
          id={id}
          inputMode="url"
          aria-label={`Redirect URL ${position + 1}`}
          aria-describedby={`${id}-note`}
          aria-invalid={problem ? true : undefined}
          placeholder="https://shipfast.example.com/fp/auth"
          value={row.value}
          onChange={(event) => {
            setLeft(false);
            onChange(event.target.value);
          }}
          onBlur={() => {
            onChange(row.value.trim());
            setLeft(true);
          }}
          onPaste={paste}
        />
        {onRemove ? (
          <Button onClick={onRemove} size="icon">
            <Trash2 className="size-4" aria-hidden="true" />
            <span className="sr-only">{`Remove redirect URL ${position + 1}`}</span>
          </Button>
        ) : null}
      </div>
      <div id={`${id}-note`}>
        {problem ? <FieldError message={problem} /> : <ParsedUrl url={left ? row.value : ""} />}
      </div>
    </li>
  );
}

/** What is wrong with one URL, asked when its row is left. */
function problemOf(url: string): string | undefined {
  const [issue] = redirectUrlsSchema.safeParse([url]).error?.issues ?? [];
  return issue && problemSentence(issue.message);
}

/** The URL taken apart, so that a typing mistake in the host is seen. */
function ParsedUrl({ url }: { url: string }) {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  return (
    <p className="break-all text-muted text-sm">
      {protocol.replace(":", "")} to <strong className="font-semibold text-ink">{host}</strong>,
      path <code className="font-mono">{pathname}</code>
    </p>
  );
}
