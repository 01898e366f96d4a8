"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentOwnerInvitation } from "@/lib/platform/operators/schemas";
import { SentNotice } from "../people/sent-notice";
import { TakeFocus } from "../ui/take-focus";
import { ActionDialog, DraftField } from "./action-dialog";
import type { OpenDialog } from "./row-actions";

export interface InviteOwnerDialogProps extends OpenDialog {
  /** What the person will own. */
  tenant: { kind: "company" | "organization"; id: string; name: string };
}

/** Invites an owner of a company or organization by email. */
export function InviteOwnerDialog({ tenant, close, done }: InviteOwnerDialogProps) {
  const { kind, id, name } = tenant;
  const t = useTranslations("platform.inviteOwner");
  const [email, setEmail] = useState("");
  const invite = async () => {
    const body = { email };
    const invitation =
      kind === "company"
        ? await call("inviteCompanyOwner", { params: { company_id: id }, body })
        : await call("inviteOrganizationOwner", { params: { organization_id: id }, body });
    done(<OwnerInvitedNotice key={invitation.id} sent={invitation} />);
  };
  return (
    <ActionDialog
      title={t("title", { name })}
      submit={t("submit")}
      onClose={close}
      onSubmit={invite}
    >
      <p>{t("what")}</p>
      <DraftField
        label={t("email")}
        type="email"
        maxLength={200}
        value={email}
        onChange={setEmail}
      />
    </ActionDialog>
  );
}

/** Says that an owner was invited by mail, or shows the link until it is copied. */
export function OwnerInvitedNotice({ sent }: { sent: SentOwnerInvitation }) {
  const [copied, setCopied] = useState(false);
  if (copied) return null;
  return (
    <TakeFocus>
      <SentNotice sent={sent} words="platform.inviteOwner" onDone={() => setCopied(true)} />
    </TakeFocus>
  );
}
