"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useState } from "react";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/members/schemas";
import { Button } from "../ui/button";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { TakeFocus } from "../ui/take-focus";
import { Timestamp } from "../ui/timestamp";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";

export interface SentNoticeProps {
  sent: Pick<SentInvitationResponse, "email" | "mail" | "link" | "expires_at">;
  /** Whose messages describe it. */
  words?: "people.sent" | "platform.inviteOwner";
  onDone: () => void;
}

/** Says that an invitation was sent by email, or shows its link once. */
export function SentNotice({ sent, words = "people.sent", onDone }: SentNoticeProps) {
  const { email, mail, link, expires_at: expiresAt } = sent;
  useUnsavedGuard(link !== null);
  const t = useTranslations(words);
  const time = () => <Timestamp value={expiresAt} exact="minute" />;
  if (link === null) {
    return (
      <Notice tone="success" title={t("mailed", { email })} live next={t.rich("works", { time })} />
    );
  }
  return (
    <Notice tone="warning" title={t("bring", { email })} live>
      <p>
        {t(mail === "refused" ? "refused" : "noServer")} {t.rich("once", { time })}
      </p>
      <Identifier value={link} what={t("link")} />
      <Button size="small" onClick={onDone}>
        {t("copied")}
      </Button>
    </Notice>
  );
}

const SentContext = createContext<(sent: SentInvitationResponse) => void>(() => undefined);

/** Says above the list what became of an invitation, until the person has read it. */
export function useShowSent() {
  return use(SentContext);
}

/** The part of a page in which {@link useShowSent} shows an invitation, at the top. */
export function ShowSent({ children }: { children: ReactNode }) {
  const [sent, setSent] = useState<SentInvitationResponse | null>(null);
  return (
    <SentContext value={setSent}>
      {sent ? (
        <TakeFocus key={`${sent.id} ${sent.expires_at}`}>
          <SentNotice sent={sent} onDone={() => setSent(null)} />
        </TakeFocus>
      ) : null}
      {children}
    </SentContext>
  );
}
