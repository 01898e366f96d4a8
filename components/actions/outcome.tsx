"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Notice, type NoticeProps } from "../ui/notice";
import { TakeFocus } from "../ui/take-focus";
import { ErrorNotice } from "./error-notice";
import { useOperation } from "./use-operation";

interface OutcomeProps extends Pick<NoticeProps, "tone" | "title"> {
  children: ReactNode;
  onDismiss?: () => void;
  /** Takes the action back, and says what came of that. */
  undo?: UndoProps | undefined;
}

/** The result of an action. It takes the focus, because the button that was pressed may no longer exist. */
export function Outcome({ tone, title, children, onDismiss, undo }: OutcomeProps) {
  const t = useTranslations("shell.dialog");
  return (
    <TakeFocus label={t("outcome")}>
      <Notice {...(tone && { tone })} title={title}>
        {children}
        {undo ? <UndoButton {...undo} /> : null}
        {onDismiss ? (
          <Button size="small" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        ) : null}
      </Notice>
    </TakeFocus>
  );
}

interface UndoProps {
  label: string;
  send: () => Promise<void>;
}

function UndoButton({ label, send }: UndoProps) {
  const { error, pending, run, forget } = useOperation(send, { refreshes: "nothing" });
  return (
    <div className="grid justify-items-start gap-2">
      <ErrorNotice error={error} onReload={forget} />
      <Button size="small" pending={pending} onClick={() => run()}>
        {label}
      </Button>
    </div>
  );
}
