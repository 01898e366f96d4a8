"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { SentOwnerInvitation } from "@/lib/platform/operators/schemas";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { TakeFocus } from "../ui/take-focus";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { ActionDialog, DraftField } from "./action-dialog";
import type { OpenDialog } from "./row-actions";

interface InviteOwnerDialogProps extends OpenDialog {
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
  const { email, mail, link, expires_at: expiresAt } = sent;
  const [copied, setCopied] = useState(false);
  useUnsavedGuard(link !== null && !copied);
  const t = useTranslations("platform.inviteOwner");
  const time = () => <Timestamp value={expiresAt} />;
  if (copied) return null;
  return (
    <TakeFocus>
      {link === null ? (
        <Notice tone="success" title={t("mailed", { email })} live>
          <p>{t.rich("works", { time })}</p>
        </Notice>
      ) : (
        <Notice tone="warning" title={t("bring", { email })} live>
          <p>
            {t(mail === "refused" ? "refused" : "noServer")} {t.rich("once", { time })}
          </p>
          <Identifier value={link} what={t("link")} />
          <div>
            <Button size="small" onClick={() => setCopied(true)}>
              {t("copied")}
            </Button>
          </div>
        </Notice>
      )}
    </TakeFocus>
  );
}
