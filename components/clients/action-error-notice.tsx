"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { ApiError, type FieldProblem } from "@/lib/api/client/api-error";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";

interface ActionErrorNoticeProps {
  error: ActionError | null;
  /** Called when the page shows the present state again. */
  onReload: () => void;
}

/** Why a change was not made; nothing when it was. */
export function ActionErrorNotice({ error, onReload }: ActionErrorNoticeProps) {
  const t = useTranslations("shell.actionError");
  const router = useRouter();
  if (!error) return null;
  if (!error.stale) {
    return (
      <Notice tone="error" title={t("title")} live>
        <p lang="en">{error.message}</p>
      </Notice>
    );
  }
  const reload = () => {
    router.refresh();
    onReload();
  };
  return (
    <Notice tone="error" title={t("staleTitle")} live>
      <p>{t("staleNext")}</p>
      <div>
        <Button size="small" onClick={reload}>
          {t("reload")}
        </Button>
      </div>
    </Notice>
  );
}

/** The error of a change. */
export interface ActionError {
  /** What to fix. */
  message: string;
  /** What to fix in each field; empty if the error is about the whole request. */
  fields: readonly FieldProblem[];
  /** Someone else changed the client since this page was opened (412). */
  stale: boolean;
}

/** Runs changes of a client one at a time and keeps the error of the last one. */
export function useClientAction() {
  const [error, setError] = useState<ActionError | null>(null);
  const [pending, startTransition] = useTransition();
  const run = (action: () => Promise<void>) =>
    startTransition(async () => {
      setError(null);
      try {
        await action();
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        const { message, fields, status } = thrown;
        setError({ message, fields, stale: status === 412 });
      }
    });
  return { error, pending, run, forget: () => setError(null) };
}
