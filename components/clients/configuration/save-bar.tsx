"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import { Button } from "../../ui/button";
import { ScrollArea } from "../../ui/scroll-area";
import type { Difference } from "./use-differences";

const CallList = lazy(async () => ({
  default: (await import("../../actions/show-call")).CallList,
}));

export interface SaveBarProps {
  formId: string;
  /** What is not saved yet; empty after saving. */
  differences: readonly Difference[];
  calls: readonly PreparedCall<ClientOperationId>[];
  clusterUrl: string;
  pending: boolean;
  isUndone: boolean;
  onDiscard: () => void;
  /** Reverts what was saved last; null before the first time. */
  onUndo: (() => void) | null;
}

/** At the bottom of the window: what will change, the calls that do it, and after saving the way back. */
export function SaveBar(props: SaveBarProps) {
  const { formId, differences, calls, clusterUrl, pending, isUndone, onDiscard, onUndo } = props;
  const t = useTranslations("clientForm.bar");
  const words = useTranslations("clientWords.showCall");
  const [isShown, setShown] = useState(false);
  const callsId = useId();
  const isSaved = differences.length === 0;
  return (
    <section
      aria-label={t("label")}
      className="sticky bottom-0 z-10 grid gap-2 rounded-t-lg border border-line border-b-0 bg-surface px-4 py-2.5 shadow-overlay sm:px-6"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm">
          {isSaved ? (
            <strong className="font-semibold text-success">
              {t(isUndone ? "undone" : "saved")}
            </strong>
          ) : (
            <>
              <strong className="font-semibold">
                {t("changes", { count: differences.length })}
              </strong>{" "}
              <span className="wrap-anywhere text-muted">
                {differences.map((each) => inShort(t, each)).join(", ")}
              </span>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {isSaved ? (
            <Button size="small" pending={pending} onClick={onUndo ?? undefined}>
              {t(isUndone ? "redo" : "undo")}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                variant="quiet"
                aria-expanded={isShown}
                aria-controls={isShown ? callsId : undefined}
                onClick={() => setShown(!isShown)}
              >
                {words("summary")}
              </Button>
              <Button size="small" onClick={onDiscard}>
                {t("discard")}
              </Button>
              <Button size="small" type="submit" form={formId} variant="primary" pending={pending}>
                {t(pending ? "saving" : "save")}
              </Button>
            </>
          )}
        </div>
      </div>
      {isShown && !isSaved ? (
        <ScrollArea id={callsId} className="max-h-[40dvh] overflow-y-auto">
          <Suspense>
            <CallList calls={calls} clusterUrl={clusterUrl} />
          </Suspense>
        </ScrollArea>
      ) : null}
    </section>
  );
}

/** Longer values are in the form above. */
const MAX_CHARACTERS = 24;

function inShort(
  t: ReturnType<typeof useTranslations<"clientForm.bar">>,
  { label, before, after, entries }: Difference,
): string {
  if (entries) {
    return t("entries", { label, added: entries.added.length, removed: entries.removed.length });
  }
  const isShort = [before, after].every((value) => value && value.length <= MAX_CHARACTERS);
  return isShort ? t("value", { label, before, after }) : label;
}
