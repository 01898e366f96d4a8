"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "@/components/ui/link";
import type { BulkActionInput, BulkResult } from "@/lib/clients/bulk/schemas";
import { Badge, type BadgeTone } from "../ui/badge";
import { Button } from "../ui/button";
import { Notice, type NoticeTone } from "../ui/notice";
import type { ClientRow } from "./client-views";
import { problemSentence } from "./use-problem-words";

const TONES: Record<BulkOutcomeItem["outcome"], BadgeTone> = {
  changed: "success",
  unchanged: "neutral",
  refused: "danger",
};

// The API puts the field in front: "tags: must have at most 20 tags".
function reasonSentence(message: string): string {
  return problemSentence(message.replace(/^\w+: /, ""));
}

/** The result for each selected client, until dismissed. */
export function BulkOutcomeNotice(props: { outcome: BulkOutcome; onDismiss: () => void }) {
  const { outcome, onDismiss } = props;
  const t = useTranslations("clients.outcome");
  const isWhole = outcome.items.every((item) => item.outcome !== "refused");
  return (
    <ListOutcome
      tone={isWhole ? "success" : "warning"}
      title={<WhatWasDone {...outcome} />}
      onDismiss={onDismiss}
    >
      <ul className="grid gap-1.5">
        {outcome.items.map((item) => (
          <li key={item.clientId} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <Badge tone={TONES[item.outcome]}>{t(`items.${item.outcome}`)}</Badge>
            <bdi className="wrap-anywhere">{item.name}</bdi>
            {item.message ? (
              <bdi lang="en" className="text-sm">
                {reasonSentence(item.message)}
              </bdi>
            ) : null}
          </li>
        ))}
      </ul>
    </ListOutcome>
  );
}

/** "Activated 2 of 3 clients." */
function WhatWasDone({ change, items }: BulkOutcome) {
  const t = useTranslations("clients.outcome");
  return t.rich(change.action, {
    changed: items.filter(({ outcome }) => outcome === "changed").length,
    total: items.length,
    tag: () => <bdi>{change.tags?.join(", ")}</bdi>,
  });
}

interface RestoredNoticeProps {
  /** Path of the list. */
  path: string;
  client: ClientRow;
  onDismiss: () => void;
}

/** Confirms that a client was restored, and lists what it needs to work as before. */
export function RestoredNotice({ path, client, onDismiss }: RestoredNoticeProps) {
  const t = useTranslations("clients.restore");
  return (
    <ListOutcome
      tone="success"
      title={t.rich("done", { client: () => <bdi>{client.name}</bdi> })}
      onDismiss={onDismiss}
    >
      <p>
        {t.rich("next", {
          page: (words) => (
            <Link href={`${path}/${client.clientId}`} className="inline-link">
              {words}
            </Link>
          ),
        })}
      </p>
    </ListOutcome>
  );
}

interface ListOutcomeProps {
  tone: NoticeTone;
  /** What happened, in one sentence. */
  title: ReactNode;
  children: ReactNode;
  onDismiss: () => void;
}

/**
 * The result of an action on the list, until dismissed. It takes the focus so that screen readers announce it: the
 * button that was pressed may no longer exist.
 */
function ListOutcome({ tone, title, children, onDismiss }: ListOutcomeProps) {
  const t = useTranslations("clients.outcome");
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("label")}>
      <Notice tone={tone} title={title}>
        {children}
        <div>
          <Button size="small" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        </div>
      </Notice>
    </section>
  );
}

/** An action on the selected clients. */
export type BulkChange = Omit<BulkActionInput, "client_ids">;

/** The result for one client. */
interface BulkOutcomeItem {
  clientId: string;
  name: string;
  outcome: BulkResult["items"][number]["outcome"];
  /** Why it was rejected, or null. */
  message: string | null;
}

/** The result of changing several clients. */
export interface BulkOutcome {
  change: BulkChange;
  items: readonly BulkOutcomeItem[];
}

/** The API's answer, with the names that the clients had when they were chosen. */
export function presentBulkOutcome(
  change: BulkChange,
  chosen: readonly ClientRow[],
  { items }: BulkResult,
): BulkOutcome {
  const names = new Map(chosen.map(({ clientId, name }) => [clientId, name]));
  return {
    change,
    items: items.map(({ client_id, outcome, message }) => ({
      clientId: client_id,
      name: names.get(client_id) ?? client_id,
      outcome,
      message,
    })),
  };
}
