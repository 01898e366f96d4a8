"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useId, useState } from "react";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { parseBaseUrl, parseRedirectUrl } from "@/lib/core/addresses/registered-url";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { RedirectUrlRow } from "./client-draft";
import type { DraftErrors } from "./draft-errors";
import { useAddressError } from "./use-address-error";
import { useProblemWords } from "./use-problem-words";

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
  const t = useTranslations("clientForm.redirectUrls");
  const problem = useProblemWords();
  const suggestion = suggestionFor(baseUrl, rows);
  const [lastAdded, setLastAdded] = useState<number>();
  const replace = (key: number, value: string) =>
    onChange(rows.map((row) => (row.key === key ? { key, value } : row)));
  const insert = (values: readonly string[]) => {
    const firstKey = nextKey(rows);
    const newRows = values.map((value, position) => ({ key: firstKey + position, value }));
    onChange([...rows.filter((row) => row.value !== ""), ...newRows]);
    setLastAdded(newRows.at(-1)?.key);
  };
  const add = () => {
    const key = nextKey(rows);
    onChange([...rows, { key, value: "" }]);
    setLastAdded(key);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{t("title")}</legend>
      <p className="text-muted text-sm">{t("what")}</p>
      <ol className="grid gap-1">
        {rows.map((row, position) => (
          <Row
            key={row.key}
            row={row}
            position={position}
            isLastAdded={row.key === lastAdded}
            errors={errors}
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
      <FieldError message={problem(errors.redirectUrls)} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          {t("add")}
        </Button>
        {suggestion ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => insert([suggestion])}
            className="max-w-full"
          >
            <span className="wrap-anywhere min-w-0 text-start">
              {t.rich("use", { url: () => <bdi>{suggestion}</bdi> })}
            </span>
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
  if (parseBaseUrl(baseUrl).fault) return undefined;
  const suggestion = `${baseUrl.replace(/\/+$/, "")}${SDK_CALLBACK_PATH}`;
  return rows.some((row) => row.value === suggestion) ? undefined : suggestion;
}

interface RowProps {
  row: RedirectUrlRow;
  position: number;
  isLastAdded: boolean;
  errors: DraftErrors;
  onChange: (value: string) => void;
  onPasteLines: (lines: readonly string[]) => void;
  onRemove: (() => void) | undefined;
}

function Row(props: RowProps) {
  const { row, position, isLastAdded, errors, onChange, onPasteLines, onRemove } = props;
  const id = useId();
  const t = useTranslations("clientForm.redirectUrls");
  const [left, setLeft] = useState(false);
  const place = `redirectUrls.${row.key}`;
  const { value } = row;
  const problem = useAddressError({ value, parse: parseRedirectUrl, left, errors, place });
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
          autoFocus={isLastAdded}
          inputMode="url"
          aria-label={t("row", { number: position + 1 })}
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
            <span className="sr-only">{t("remove", { number: position + 1 })}</span>
          </Button>
        ) : null}
      </div>
      {/* Reserves the line of the note, so that the controls below do not move. */}
      <div id={`${id}-note`} className="min-h-6">
        {problem ? <FieldError message={problem} /> : <ParsedUrl url={left ? row.value : ""} />}
      </div>
    </li>
  );
}

/** The URL taken apart, so that a typing mistake in the host is seen. */
function ParsedUrl({ url }: { url: string }) {
  const t = useTranslations("clientForm.redirectUrls");
  const address = parseUrl(url);
  if (!address) return null;
  const { protocol, host, pathname } = address;
  return (
    <p className="break-all text-muted text-sm">
      {t.rich("parsed", {
        scheme: protocol.replace(":", ""),
        host: () => (
          <strong className="font-semibold text-ink">
            <bdi>{host}</bdi>
          </strong>
        ),
        path: () => <code className="font-mono">{pathname}</code>,
      })}
    </p>
  );
}
