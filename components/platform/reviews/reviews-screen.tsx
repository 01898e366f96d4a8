"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { openApprovalsQuery, openListingsQuery } from "@/lib/api/client/platform-queries";
import { useActionDialog } from "../../actions/row-actions";
import { ListPanel } from "../../ui/list-panel";
import { PageHeader } from "../../ui/page-header";
import { ReadOnlyNotice } from "../read-only-notice";
import { type ReviewRequest, useDecision } from "./decisions";
import { ApprovalItem, ListingItem } from "./review-items";

/** Requests that need an operator's decision: listings, and restricted scopes. */
export function ReviewsScreen({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("platform.reviews");
  const listings = useQuery(openListingsQuery());
  const approvals = useQuery(openApprovalsQuery());
  const queries = useQueryClient();
  const decide = useDecision();
  const reload = () => queries.invalidateQueries({ queryKey: ["platform", "reviews"] });
  // A closed dialog may have found its request outdated.
  const { ask, dialog } = useActionDialog(reload, reload);
  const decisionsOn = (request: ReviewRequest) =>
    mayWrite ? [true, false].map((approve) => decide({ ...request, approve })) : [];
  return (
    <>
      <PageHeader title={t("title")} />
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
            decisions={decisionsOn({ kind: "listing", client })}
            onAsk={ask}
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
            decisions={decisionsOn({ kind: "scope", approval })}
            onAsk={ask}
          />
        ))}
      </ListPanel>
      {dialog}
    </>
  );
}
