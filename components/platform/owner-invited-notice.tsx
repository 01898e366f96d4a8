"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SentOwnerInvitation } from "@/lib/platform/operators/schemas";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { TakeFocus } from "../ui/take-focus";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";

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
