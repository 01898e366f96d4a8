"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useId, useState } from "react";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { parseBaseUrl, parseRedirectUrl } from "@/lib/core/addresses/registered-url";
import { Button, IconButton } from "../../ui/button";
import { FieldError, FieldRow } from "../../ui/field";
import { TextInput } from "../../ui/text-input";
import { useAddressError } from "../use-problem-words";
import { useClientFormState } from "./client-form-state";
import { sdkCallback } from "./client-values";
import type { ControlProps } from "./text-controls";

/** Redirect URLs, one row each; several lines pasted at once become several rows. */
export function RedirectUrls({ value: urls, onChange, ...row }: ControlProps<string[]>) {
  const t = useTranslations("clientForm.redirectUrls");
  const { values, stored, errors } = useClientFormState();
  const suggestion = suggestionFor(values.base_url, urls);
  const [lastAdded, setLastAdded] = useState<number>();
  // The form always shows a row to type into.
  const rows = urls.length > 0 ? urls : [""];
  const replace = (at: number, ...lines: string[]) => onChange(rows.toSpliced(at, 1, ...lines));
  const add = (url: string) => {
    onChange(url === "" ? [...rows, url] : [...rows.filter(Boolean), url]);
    setLastAdded(url === "" ? rows.length : rows.filter(Boolean).length);
  };
  return (
    <div id="redirect-urls">
      <FieldRow {...row} isGroup>
        {() => (
          <>
            <ol className="grid gap-1.5">
              {rows.map((url, at) => (
                <Row
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity beyond their URL, which changes as one types.
                  key={at}
                  number={at + 1}
                  url={url}
                  isStored={stored.redirect_urls.includes(url)}
                  isLastAdded={at === lastAdded}
                  message={errors.get(`redirect_urls.${at}`)}
                  onChange={(next) => replace(at, next)}
                  onPasteLines={(lines) => replace(at, ...(url === "" ? lines : [url, ...lines]))}
                  onRemove={rows.length > 1 || url !== "" ? () => replace(at) : undefined}
                />
              ))}
            </ol>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => add("")}>
                <Plus className="size-4" />
                {t("add")}
              </Button>
              {suggestion ? (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => add(suggestion)}
                  className="max-w-full"
                >
                  <span className="wrap-anywhere min-w-0 text-start">
                    {t.rich("use", { url: () => <bdi>{suggestion}</bdi> })}
                  </span>
                </Button>
              ) : null}
            </div>
          </>
        )}
      </FieldRow>
    </div>
  );
}

function suggestionFor(baseUrl: string | null, urls: readonly string[]): string | undefined {
  if (!baseUrl || parseBaseUrl(baseUrl).fault) return undefined;
  const suggestion = sdkCallback(baseUrl);
  return urls.includes(suggestion) ? undefined : suggestion;
}

interface RowProps {
  number: number;
  url: string;
  isStored: boolean;
  isLastAdded: boolean;
  message: string | undefined;
  onChange: (url: string) => void;
  onPasteLines: (lines: readonly string[]) => void;
  onRemove: (() => void) | undefined;
}

function Row(props: RowProps) {
  const { number, url, isStored, isLastAdded, message, onChange, onPasteLines, onRemove } = props;
  const id = useId();
  const t = useTranslations("clientForm.redirectUrls");
  const [isFocused, setFocused] = useState(false);
  const problem = useAddressError({ value: url, parse: parseRedirectUrl, isFocused, message });
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
          aria-label={t("row", { number })}
          aria-describedby={`${id}-note`}
          aria-invalid={problem ? true : undefined}
          placeholder="https://shipfast.example.com/fp/auth"
          value={url}
          className={isStored || problem || url === "" ? "" : "border-success bg-success-soft"}
          onChange={({ target }) => onChange(target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            if (url !== url.trim()) onChange(url.trim());
          }}
          onPaste={paste}
        />
        {onRemove ? (
          <IconButton
            icon={Trash2}
            label={t("remove", { number })}
            size="icon"
            onClick={onRemove}
          />
        ) : null}
      </div>
      {/* Reserves the line of the note, so that the controls below do not move. */}
      <div id={`${id}-note`} className={isStored ? "empty:hidden" : "min-h-6"}>
        {problem ? (
          <FieldError message={problem} />
        ) : (
          <ParsedUrl url={isStored || isFocused ? "" : url} />
        )}
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
