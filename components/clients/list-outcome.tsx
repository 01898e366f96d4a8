"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { Notice, type NoticeTone } from "../ui/notice";

export interface ListOutcomeProps {
  tone: NoticeTone;
  /** What happened, in one sentence. */
  title: ReactNode;
  children: ReactNode;
  onDismiss: () => void;
}

/**
 * What an action on the list led to, until it is dismissed. It takes the focus when it appears, so
 * that it is read out: what was pressed may be gone from the list.
 */
export function ListOutcome({ tone, title, children, onDismiss }: ListOutcomeProps) {
  const t = useTranslations("clients.outcome");
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("label")}>
      <Notice tone={tone} title={title}>
        {children}
        <div>
          <Button size="small" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        </div>
      </Notice>
    </section>
  );
}
