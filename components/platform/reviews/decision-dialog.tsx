"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api-client/call";
import type { ScopeApprovalResponse } from "@/lib/directory/approvals/schemas";
import type { DirectoryClient } from "@/lib/directory/clients/schemas";
import { Field } from "../../ui/field";
import { Textarea } from "../../ui/textarea";
import { ActionDialog } from "../action-dialog";

/** A decision that an operator is about to make. */
export type Decision = { approve: boolean } & (
  | { kind: "listing"; client: DirectoryClient }
  | { kind: "scope"; approval: ScopeApprovalResponse }
);

export interface DecisionDialogProps {
  decision: Decision;
  onClose: () => void;
  onDecided: () => void;
}

/** Says what a decision means, and makes it. */
export function DecisionDialog({ decision, onClose, onDecided }: DecisionDialogProps) {
  const t = useTranslations("platform.reviews");
  const [reason, setReason] = useState("");
  const kind = decision.kind === "scope" ? "scopes" : "listings";
  const verdict = decision.approve ? "approve" : "decline";
  const asksReason = decision.kind === "listing" && !decision.approve;
  return (
    <ActionDialog
      title={t(`${kind}.${verdict}.title`, { name: nameOf(decision) })}
      submit={t(`${kind}.${verdict}.submit`)}
      onClose={onClose}
      onSubmit={async () => {
        await send(decision, reason.trim());
        onDecided();
      }}
    >
      <p>{t(`${kind}.${verdict}.what`)}</p>
      {asksReason ? (
        <Field label={t("reason")} hint={t("reasonHint")} optional>
          {(control) => (
            <Textarea
              {...control}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </ActionDialog>
  );
}

function nameOf(decision: Decision): string {
  return decision.kind === "listing" ? decision.client.name : decision.approval.client_name;
}

async function send(decision: Decision, reason: string): Promise<void> {
  if (decision.kind === "scope") {
    const { client_id, scope } = decision.approval;
    const body = { approved: decision.approve };
    await call("putScopeApproval", { params: { client_id, scope }, body });
    return;
  }
  const { client_id, listing } = decision.client;
  await call("putDirectoryClientListing", {
    params: { client_id },
    // The present listing closes the request without granting it.
    body: { listing: decision.approve ? "listed" : listing, ...(reason && { reason }) },
  });
}
