"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { changeClientsCall } from "@/lib/api/client/client-calls";
import type { BulkActionInput, BulkResult } from "@/lib/clients/bulk/schemas";
import { ErrorNotice } from "../actions/error-notice";
import { Outcome } from "../actions/outcome";
import { confirmAction } from "../actions/row-actions";
import { useOperation } from "../actions/use-operation";
import type { ListDialog } from "../list/list-screen";
import type { Selection } from "../list/selection";
import { Badge, type BadgeTone } from "../ui/badge";
import { Button } from "../ui/button";
import { inEnglish } from "../ui/in-english";
import { TextInput } from "../ui/text-input";
import type { ClientRow } from "./client-columns";

const LONGEST_TAG = 40;

type BulkChange = Omit<BulkActionInput, "client_ids">;

type BulkBarProps = ListDialog & { organizationId: string; selection: Selection<ClientRow> };

/** Actions on the selected clients. */
export function BulkBar({ organizationId, selection, ask, show }: BulkBarProps) {
  const { rows, clear } = selection;
  const t = useTranslations("clients");
  const send = (change: BulkChange) => {
    const client_ids = rows.map(({ client_id: id }) => id);
    return sendCall(changeClientsCall(organizationId, { ...change, client_ids }));
  };
  const outcome = (change: BulkChange, result: BulkResult) => (
    <BulkOutcome change={change} rows={rows} result={result} onDismiss={() => show(null)} />
  );
  const { error, pending, run, forget } = useOperation(send, {
    refreshes: ["clients", organizationId],
    onDone: (result, change) => show(outcome(change, result)),
  });
  const count = rows.length;
  const deactivate = confirmAction({
    key: "deactivate",
    label: t("bulk.deactivate"),
    title: t("deactivation.title", { count }),
    submit: t("deactivation.submit", { count }),
    isDangerous: true,
    what: [
      <ul key="clients" className="list-disc ps-5">
        {rows.map(({ client_id: id, name }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>,
      t("deactivation.what"),
    ],
    send: () => send({ action: "deactivate" }),
    notice: (result) => outcome({ action: "deactivate" }, result),
  });
  return (
    <fieldset
      aria-label={t("bulk.label")}
      className="flex min-w-0 flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-3 sm:sticky sm:bottom-0 sm:px-6"
    >
      <p role="status" className="me-2 font-semibold text-sm tabular-nums">
        {pending ? t("bulk.pending") : t("bulk.chosen", { count })}
      </p>
      <Button size="small" pending={pending} onClick={() => run({ action: "activate" })}>
        {t("bulk.activate")}
      </Button>
      <Button size="small" pending={pending} onClick={() => ask(deactivate)}>
        {deactivate.label}
      </Button>
      <TagForm pending={pending} onChange={run} />
      <Button size="small" variant="quiet" className="sm:ms-auto" onClick={clear}>
        {t("bulk.clear")}
      </Button>
      {error ? (
        <div className="basis-full">
          <ErrorNotice error={error} onReload={forget} />
        </div>
      ) : null}
    </fieldset>
  );
}

function TagForm(props: { pending: boolean; onChange: (change: BulkChange) => void }) {
  const { pending, onChange } = props;
  const t = useTranslations("clients.bulk");
  const inputId = useId();
  const [tag, setTag] = useState("");
  const change = (action: "add_tags" | "remove_tags") => onChange({ action, tags: [tag] });
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) change("add_tags");
      }}
    >
      <label htmlFor={inputId} className="ms-2 text-sm">
        {t("tag")}
      </label>
      <span className="w-40">
        <TextInput
          id={inputId}
          required
          pattern=".*\S.*"
          title={t("tagNeeded")}
          maxLength={LONGEST_TAG}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      </span>
      <Button type="submit" size="small" pending={pending}>
        {t("addTag")}
      </Button>
      <Button
        size="small"
        pending={pending}
        onClick={(event) => {
          if (event.currentTarget.form?.reportValidity()) change("remove_tags");
        }}
      >
        {t("removeTag")}
      </Button>
    </form>
  );
}

const TONES: Record<BulkResult["items"][number]["outcome"], BadgeTone> = {
  changed: "success",
  unchanged: "neutral",
  refused: "danger",
};

/** Codes of the errors that people cause; too many tags are the only request that is invalid. */
const REASONS = ["not_found", "forbidden", "invalid_request"] as const;

interface BulkOutcomeProps {
  change: BulkChange;
  /** As they were before. */
  rows: readonly ClientRow[];
  result: BulkResult;
  onDismiss: () => void;
}

/** "Activated 2 of 3 clients.", and the result for each. */
function BulkOutcome({ change, rows, result: { items }, onDismiss }: BulkOutcomeProps) {
  const t = useTranslations("clients.outcome");
  const reasonOf = (error: string | null, message: string | null) => {
    const code = REASONS.find((each) => each === error);
    return code ? t(`reasons.${code}`) : inEnglish(message ?? undefined);
  };
  const nameOf = (id: string) => rows.find(({ client_id }) => client_id === id)?.name ?? id;
  const title = t.rich(change.action, {
    changed: items.filter(({ outcome }) => outcome === "changed").length,
    total: items.length,
    tag: () => <bdi>{change.tags?.join(", ")}</bdi>,
  });
  const isWhole = items.every(({ outcome }) => outcome !== "refused");
  return (
    <Outcome tone={isWhole ? "success" : "warning"} title={title} onDismiss={onDismiss}>
      <ul className="grid gap-1.5">
        {items.map(({ client_id: id, outcome, error, message }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <Badge tone={TONES[outcome]}>{t(`items.${outcome}`)}</Badge>
            <bdi className="wrap-anywhere">{nameOf(id)}</bdi>
            <span className="text-sm">{reasonOf(error, message)}</span>
          </li>
        ))}
      </ul>
    </Outcome>
  );
}
