"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import type { InvitationView } from "./member-views";
import { SentNotice } from "./sent-notice";

export interface InvitationListProps {
  organizationId: string;
  invitations: readonly InvitationView[];
}

/** The open invitations, each to be sent again or revoked. */
export function InvitationList({ organizationId, invitations }: InvitationListProps) {
  return (
    <ul className="divide-y divide-line rounded border border-line">
      {invitations.map((invitation) => (
        <InvitationLine
          key={invitation.id}
          organizationId={organizationId}
          invitation={invitation}
        />
      ))}
    </ul>
  );
}

function InvitationLine(props: { organizationId: string; invitation: InvitationView }) {
  const { organizationId, invitation } = props;
  const t = useTranslations("members.open");
  const router = useRouter();
  const [sent, setSent] = useState<SentInvitationResponse | null>(null);
  const { error, pending, run, forget } = useClientAction();
  const params = { organization_id: organizationId, invitation_id: invitation.id };
  const resend = () =>
    run(async () => {
      setSent(null);
      setSent(await call("resendInvitation", { params }));
      router.refresh();
    });
  const revoke = () =>
    run(async () => {
      await call("revokeInvitation", { params });
      router.refresh();
    });
  const messageValues = {
    email: invitation.email,
    unseen: (words: ReactNode) => <span className="sr-only">{words}</span>,
  };
  return (
    <li className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Facts {...invitation} />
        {invitation.mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button size="small" pending={pending} onClick={resend}>
              {t.rich("resend", messageValues)}
            </Button>
            <Button size="small" pending={pending} onClick={revoke}>
              {t.rich("revoke", messageValues)}
            </Button>
          </div>
        ) : null}
      </div>
      <ActionErrorNotice error={error} onReload={forget} />
      {sent ? <SentNotice sent={sent} onDone={() => setSent(null)} /> : null}
    </li>
  );
}

function Facts({ email, role, invitedBy, expiresAt, expired }: InvitationView) {
  const t = useTranslations("members.open");
  const roleName = useTranslations("shell.roles");
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="wrap-anywhere font-semibold">{email}</bdi>
        <span>{roleName(role)}</span>
        {expired ? <Badge tone="warning">{t("runOut")}</Badge> : null}
      </p>
      <p className="text-muted text-sm">
        {invitedBy ? <>{t.rich("invitedBy", { name: () => <bdi>{invitedBy}</bdi> })} </> : null}
        {t.rich(expired ? "worked" : "works", { time: () => <Timestamp value={expiresAt} /> })}
      </p>
    </div>
  );
}
