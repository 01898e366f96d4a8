"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { openApprovalsQuery, openListingsQuery } from "@/lib/api/client/platform-queries";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction, useActionDialog } from "../../actions/row-actions";
import { ListPanel } from "../../ui/list-panel";
import { PageHeader } from "../../ui/page-header";
import { ReadOnlyNotice } from "../read-only-notice";
import { ApprovalItem, ListingItem } from "./review-items";

/** Requests that need an operator's decision: listings, and restricted scopes. */
export function ReviewsScreen({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("platform.reviews");
  const listings = useQuery(openListingsQuery());
  const approvals = useQuery(openApprovalsQuery());
  const queries = useQueryClient();
  const decide = useDecisions();
  const reload = () => queries.invalidateQueries({ queryKey: ["platform", "reviews"] });
  // A closed dialog may have found its request outdated.
  const { ask, dialog } = useActionDialog(reload, reload);
  const decisionsOn = (review: Review) => (mayWrite ? decide(review) : []);
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
            decisions={decisionsOn(reviewOfListing(client))}
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
            decisions={decisionsOn(reviewOfScope(approval))}
            onAsk={ask}
          />
        ))}
      </ListPanel>
      {dialog}
    </>
  );
}

/** What an operator decides on. */
interface Review {
  /** The messages about it. */
  kind: "listings" | "changes" | "scopes";
  name: string;
  /** What an approval gives. */
  listing: DirectoryClient["listing"];
  send: (approve: boolean, reason: { reason?: string }) => Promise<unknown>;
}

/** The request for a listing, or for the approval of changes of an extension that is listed. */
function reviewOfListing(client: DirectoryClient): Review {
  const { client_id, name, listing, version, pending_review: pending } = client;
  const wanted = pending.listing?.proposed === "unlisted" ? "unlisted" : "listed";
  return {
    kind: listing === "listed" ? "changes" : "listings",
    name,
    listing: wanted,
    send: (approve, reason) =>
      call("putDirectoryClientListing", {
        params: { client_id },
        version,
        // The present listing closes the request without granting it.
        body: approve ? { listing: wanted, approve_changes: true } : { listing, ...reason },
      }),
  };
}

/** The request for a restricted scope. */
function reviewOfScope({ client_id, client_name, scope }: ScopeApprovalResponse): Review {
  const params = { client_id, scope };
  return {
    kind: "scopes",
    name: client_name,
    listing: "listed",
    send: (approved, reason) => call("putScopeApproval", { params, body: { approved, ...reason } }),
  };
}

/** The two decisions on a request: what each means, and why it is declined. */
function useDecisions(): (review: Review) => RowAction[] {
  const t = useTranslations("platform.reviews");
  return ({ kind, name, listing, send }) =>
    (["approve", "decline"] as const).map((verdict) =>
      confirmAction({
        key: verdict,
        label: t(verdict),
        title: t(`${kind}.${verdict}.title`, { name }),
        submit: t(`${kind}.${verdict}.submit`),
        ...(verdict === "decline" && { reason: { label: t("reason"), hint: t("reasonHint") } }),
        what: [t(`${kind}.${verdict}.what`, { listing })],
        send: (fields) => {
          const reason = textOf(fields, "reason");
          return send(verdict === "approve", reason ? { reason } : {});
        },
      }),
    );
}
