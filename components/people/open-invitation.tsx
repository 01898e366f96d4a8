import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Timestamp } from "../ui/timestamp";
import type { OpenInvitationView } from "./people-views";

export interface OpenInvitationProps {
  invitation: OpenInvitationView;
  /** Path of the invitation's forms. */
  path: string;
}

/** An open invitation to a company, to be sent again or revoked. Works without JavaScript. */
export function OpenInvitation({ invitation, path }: OpenInvitationProps) {
  const { email, role, inviterName, expiresAt, expired, mayChange } = invitation;
  const t = useTranslations("people.open");
  const roleName = useTranslations("shell.roles");
  const words = {
    email,
    unseen: (chunks: ReactNode) => <span className="sr-only">{chunks}</span>,
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere font-semibold">{email}</bdi>
          <span>{roleName(role)}</span>
          {expired ? <Badge tone="warning">{t("runOut")}</Badge> : null}
        </p>
        <p className="text-muted text-sm">
          {inviterName ? (
            <>{t.rich("invitedBy", { name: () => <bdi>{inviterName}</bdi> })} </>
          ) : null}
          {t.rich(expired ? "worked" : "works", { time: () => <Timestamp value={expiresAt} /> })}
        </p>
      </div>
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <form action={`${path}/resend`} method="post">
            <Button type="submit" size="small">
              <span>{t.rich("resend", words)}</span>
            </Button>
          </form>
          <form action={`${path}/revoke`} method="post">
            <Button type="submit" size="small">
              <span>{t.rich("revoke", words)}</span>
            </Button>
          </form>
        </div>
      ) : null}
    </li>
  );
}
