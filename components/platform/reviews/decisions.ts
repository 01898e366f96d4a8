"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";

/** What an operator decides on. */
export type ReviewRequest =
  | { kind: "listing"; client: DirectoryClient }
  | { kind: "scope"; approval: ScopeApprovalResponse };

type Decision = ReviewRequest & { approve: boolean };

/** What a decision means, and why something is declined. */
export function useDecision(): (decision: Decision) => RowAction {
  const t = useTranslations("platform.reviews");
  return (decision) => {
    const kind = kindOf(decision);
    const verdict = decision.approve ? "approve" : "decline";
    return confirmAction({
      key: verdict,
      label: t(verdict),
      title: t(`${kind}.${verdict}.title`, { name: nameOf(decision) }),
      submit: t(`${kind}.${verdict}.submit`),
      ...(!decision.approve && { reason: { label: t("reason"), hint: t("reasonHint") } }),
      what: [t(`${kind}.${verdict}.what`, { listing: listingOf(decision) })],
      send: (fields) => send(decision, textOf(fields, "reason")),
    });
  };
}

/** Whether the client waits for a listing or for the approval of changes. */
function kindOf(decision: Decision): "scopes" | "listings" | "changes" {
  if (decision.kind === "scope") return "scopes";
  return decision.client.listing === "listed" ? "changes" : "listings";
}

function nameOf(decision: Decision): string {
  return decision.kind === "listing" ? decision.client.name : decision.approval.client_name;
}

/** The listing that an approval gives. */
function listingOf(decision: Decision): DirectoryClient["listing"] {
  if (decision.kind === "scope") return "listed";
  return decision.client.pending_review.listing?.proposed === "unlisted" ? "unlisted" : "listed";
}

async function send(decision: Decision, text: string): Promise<void> {
  const reason = text === "" ? {} : { reason: text };
  if (decision.kind === "scope") {
    const { client_id, scope } = decision.approval;
    const body = { approved: decision.approve, ...reason };
    await call("putScopeApproval", { params: { client_id, scope }, body });
    return;
  }
  const { client_id, listing, version } = decision.client;
  await call("putDirectoryClientListing", {
    params: { client_id },
    version,
    // The present listing closes the request without granting it.
    body: decision.approve
      ? { listing: listingOf(decision), approve_changes: true }
      : { listing, ...reason },
  });
}
