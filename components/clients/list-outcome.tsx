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
 * The result of an action on the list, until dismissed. It takes the focus so that screen readers announce it: the
 * button that was pressed may no longer exist.
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
