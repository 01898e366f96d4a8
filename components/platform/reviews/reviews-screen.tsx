"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { openApprovalsQuery, openListingsQuery } from "@/lib/api/client/platform-queries";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { ListPanel } from "../../ui/list-panel";
import { PageHeader } from "../../ui/page-header";
import { ReadOnlyNotice } from "../read-only-notice";
import { type Decision, DecisionDialog } from "./decision-dialog";
import { ApprovalItem, ListingItem } from "./review-items";

/** Requests that need an operator's decision: listings, and restricted scopes. */
export function ReviewsScreen({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("platform.reviews");
  const listings = useQuery(openListingsQuery());
  const approvals = useQuery(openApprovalsQuery());
  const queries = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
  // A closed dialog may have found its request outdated.
  const close = () => {
    setDecision(null);
    queries.invalidateQueries({ queryKey: ["platform", "reviews"] });
  };
  const listingOf = (client: DirectoryClient) => (approve: boolean) =>
    setDecision({ kind: "listing", approve, client });
  const scopeOf = (approval: ScopeApprovalResponse) => (approve: boolean) =>
    setDecision({ kind: "scope", approve, approval });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {mayWrite ? null : <ReadOnlyNotice />}
      <ListPanel
        title={t("listings.title")}
        description={t("listings.description")}
        empty={{ title: t("listings.empty"), next: t("listings.emptyNext") }}
      >
        {listings.data?.items.map((client) => (
          <ListingItem
            key={client.client_id}
            client={client}
            onDecide={mayWrite ? listingOf(client) : null}
          />
        ))}
      </ListPanel>
      <ListPanel
        title={t("scopes.title")}
        description={t("scopes.description")}
        empty={{ title: t("scopes.empty"), next: t("scopes.emptyNext") }}
      >
        {approvals.data?.items.map((approval) => (
          <ApprovalItem
            key={`${approval.client_id} ${approval.scope}`}
            approval={approval}
            onDecide={mayWrite ? scopeOf(approval) : null}
          />
        ))}
      </ListPanel>
      {decision ? <DecisionDialog decision={decision} onClose={close} /> : null}
    </>
  );
}
