"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import type { ClientFigures } from "@/lib/clients/figures/values";
import { totalOf } from "@/lib/core/schemas/total-of";
import { ClientList } from "./client-list";
import { type ClientListQuery, toApiQuery } from "./client-list-query";
import type { ClientRow } from "./client-views";
import { type BulkOutcome, BulkOutcomeNotice, RestoredNotice } from "./list-outcome";
import { presentRow } from "./present-client";

/** The result of the last action on the list; the number distinguishes it from an identical one before. */
type Outcome = { number: number } & ({ restored: ClientRow } | { bulk: BulkOutcome });

export interface LiveClientListProps {
  organizationId: string;
  path: string;
  query: ClientListQuery;
  figures: readonly ClientFigures[];
  /** False for roles that may only look. */
  mayWrite: boolean;
}

/**
 * The client list as the server rendered it, updated when the tab becomes visible again and
 * after each change. The result of a change is above it until dismissed.
 */
export function LiveClientList(props: LiveClientListProps) {
  const { organizationId, path, query, figures, mayWrite } = props;
  const t = useTranslations("clients");
  const { data } = useQuery(listClientsQuery(organizationId, toApiQuery(query)));
  const queries = useQueryClient();
  const list = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const show = async (next: { restored: ClientRow } | { bulk: BulkOutcome }) => {
    await queries.invalidateQueries({ queryKey: ["clients", organizationId] });
    setOutcome((last) => ({ ...next, number: (last?.number ?? 0) + 1 }));
  };
  const dismiss = () => {
    setOutcome(null);
    list.current?.focus();
  };
  return (
    <>
      {outcome ? (
        <OutcomeNotice key={outcome.number} path={path} outcome={outcome} onDismiss={dismiss} />
      ) : null}
      <section ref={list} tabIndex={-1} aria-label={t("list")}>
        <ClientList
          organizationId={organizationId}
          path={path}
          query={query}
          figures={figures}
          rows={data?.items.map(presentRow) ?? []}
          total={data ? totalOf(data.page) : 0}
          mayWrite={mayWrite}
          onChanged={(bulk) => show({ bulk })}
          onRestored={(restored) => show({ restored })}
        />
      </section>
    </>
  );
}

function OutcomeNotice(props: { path: string; outcome: Outcome; onDismiss: () => void }) {
  const { path, outcome, onDismiss } = props;
  if ("bulk" in outcome) return <BulkOutcomeNotice outcome={outcome.bulk} onDismiss={onDismiss} />;
  return <RestoredNotice path={path} client={outcome.restored} onDismiss={onDismiss} />;
}
