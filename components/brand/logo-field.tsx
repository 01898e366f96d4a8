"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { Button } from "../ui/button";

const types: readonly string[] = UPLOAD_TYPES;

export interface LogoFieldProps {
  /** The current logo, or a placeholder. */
  preview: ReactNode;
  hasLogo: boolean;
  /** Stores the file as the logo, or removes the logo. */
  send: (file: File | null) => Promise<unknown>;
}

/** Shows a logo and lets the person replace or remove it. Takes effect at once. */
export function LogoField({ preview, hasLogo, send }: LogoFieldProps) {
  const t = useTranslations("logo");
  const { error, pending, run, forget } = useOperation(send);
  const input = useRef<HTMLInputElement>(null);
  const [unusable, setUnusable] = useState<"type" | "size" | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = problemOf(file);
    setUnusable(problem);
    if (problem === null) run(file);
  };
  return (
    <div className="grid gap-3">
      <ErrorNotice error={error} onReload={forget} />
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-surface p-2">
          {preview}
        </span>
        <div className="flex flex-wrap gap-2">
          <Button pending={pending} onClick={() => input.current?.click()}>
            {t(hasLogo ? "replace" : "upload")}
          </Button>
          {hasLogo ? (
            <Button variant="quiet" disabled={pending} onClick={() => run(null)}>
              {t("remove")}
            </Button>
          ) : null}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={types.join(",")}
        aria-label={t("file")}
        hidden
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <p className="text-muted text-sm">{t("hint")}</p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {unusable === null ? null : t(unusable)}
      </p>
    </div>
  );
}

function problemOf(file: File): "type" | "size" | null {
  if (!types.includes(file.type)) return "type";
  return file.size > MAX_UPLOAD_BYTES ? "size" : null;
}
