"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentOwnerInvitation } from "@/lib/platform/operators/schemas";
import { EmailField, textOf } from "../actions/dialog-field";
import { confirmAction, type RowAction } from "../actions/row-actions";
import { SentNotice } from "../people/sent-notice";
import { TakeFocus } from "../ui/take-focus";

/** What a person will own. */
type Tenant = { kind: "company" | "organization"; id: string; name: string };

/** Invites an owner of a company or organization by email. */
export function useInviteOwner(): (tenant: Tenant, label: string) => RowAction {
  const t = useTranslations("platform.inviteOwner");
  return ({ kind, id, name }, label) =>
    confirmAction({
      key: "invite",
      label,
      title: t("title", { name }),
      submit: t("submit"),
      what: [t("what"), <EmailField key="email" label={t("email")} />],
      send: (fields) => {
        const body = { email: textOf(fields, "email") };
        return kind === "company"
          ? call("inviteCompanyOwner", { params: { company_id: id }, body })
          : call("inviteOrganizationOwner", { params: { organization_id: id }, body });
      },
      notice: (sent) => <OwnerInvitedNotice key={sent.id} sent={sent} />,
    });
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
