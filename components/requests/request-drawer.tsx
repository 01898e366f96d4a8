"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { Button, IconButton } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";
import { type LogScope, requestQuery } from "./log-scope";

interface RequestDrawerProps {
  scope: LogScope;
  /** Of the request or of its entry; any other text, which an address may contain, is unknown. */
  id: string;
  mayWrite: boolean;
  /** The entries of the list, in its order. */
  listedIds: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

// What it shows is more than the list needs.
const RequestDetails = lazy(() =>
  import("./request-details").then((loaded) => ({ default: loaded.RequestDetails })),
);

/** One request beside the list. Escape closes it, and arrow keys open the one before or after. */
export function RequestDrawer(props: RequestDrawerProps) {
  const { scope, id, mayWrite, listedIds, onOpen, onClose } = props;
  const t = useTranslations("requests.drawer");
  const ref = useRef<HTMLDialogElement>(null);
  const { data, error, isPending, refetch } = useQuery(requestQuery(scope, id));
  const entry = parseEntryId(id);
  const requestId = entry?.requestId ?? id;
  const place = listedIds.indexOf(data?.id ?? id);
  const previousId = listedIds[place - 1] ?? null;
  const nextId = place < 0 ? null : (listedIds[place + 1] ?? null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Otherwise the dialog would focus its first button, which the person did not choose.
    dialog?.focus();
    // Before it is removed: a browser returns the focus only when a dialog closes.
    return () => dialog?.close();
  }, []);
  const step = (neighbor: string | null) => neighbor !== null && onOpen(neighbor);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-label={t("label", { id: requestId })}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        if (
          event.target instanceof Element &&
          event.target.closest("input, textarea, dialog") !== ref.current
        )
          return;
        if (event.key === "ArrowDown") step(nextId);
        else if (event.key === "ArrowUp") step(previousId);
        else return;
        event.preventDefault();
      }}
      className="m-0 ms-auto h-dvh max-h-dvh w-[min(30rem,100vw)] max-w-none overflow-y-auto outline-none border-line border-s bg-surface text-ink shadow-overlay backdrop:bg-bar/20"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 border-line border-b bg-surface py-1.5 ps-5 pe-2">
        <code className="me-auto min-w-0 truncate font-mono text-muted text-sm">{requestId}</code>
        <IconButton
          icon={ChevronUp}
          label={t("previous")}
          disabled={previousId === null}
          onClick={() => step(previousId)}
        />
        <IconButton
          icon={ChevronDown}
          label={t("next")}
          disabled={nextId === null}
          onClick={() => step(nextId)}
        />
        <IconButton icon={X} label={t("close")} onClick={onClose} />
      </div>
      {entry && isPending ? <SkeletonRows rows={6} label={t("loading")} /> : null}
      {error || !entry ? (
        <NotShown isUnknown={!entry || isNotFound(error)} onAgain={() => refetch()} />
      ) : null}
      {data ? (
        <Suspense fallback={<SkeletonRows rows={6} label={t("loading")} />}>
          <RequestDetails
            key={id}
            request={data}
            scope={scope}
            mayWrite={mayWrite}
            onChanged={() => refetch()}
          />
        </Suspense>
      ) : null}
    </dialog>
  );
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

function NotShown({ isUnknown, onAgain }: { isUnknown: boolean; onAgain: () => void }) {
  const t = useTranslations("requests.drawer");
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p className="font-semibold">{t(isUnknown ? "notFound" : "failed")}</p>
      {isUnknown ? (
        <p className="text-muted">{t("notFoundNext")}</p>
      ) : (
        <Button onClick={onAgain}>{t("again")}</Button>
      )}
    </div>
  );
}
