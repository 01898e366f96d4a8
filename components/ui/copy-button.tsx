"use client";

import { Check, Copy, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button";

const FEEDBACK_MS = 2000;

export interface CopyButtonProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  value: string;
  /** What is copied, for screen readers, such as "client ID". */
  what: string;
  /** Text on the button; without it the button is only an icon. */
  label?: string;
}

type State = "idle" | "copied" | "failed";

/** Copies `value` and announces the outcome, also to screen readers. */
export function CopyButton({ value, what, label, size, ...rest }: CopyButtonProps) {
  const t = useTranslations("shell.controls");
  const [state, setState] = useState<State>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () => {
    // The clipboard is missing on plain http outside of localhost.
    const writing =
      navigator.clipboard?.writeText(value) ?? Promise.reject(new Error("no clipboard"));
    writing.then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };

  const Icon = { idle: Copy, copied: Check, failed: TriangleAlert }[state];
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  return (
    <Button size={size ?? (label ? "small" : "smallIcon")} onClick={copy} {...rest}>
      <Icon className="size-4 shrink-0" />
      {label && state === "idle" ? t.rich("copyLabel", { label, thing: what, unseen }) : null}
      {label && state === "copied" ? t("copied") : null}
      {label && state === "failed" ? t("copyByHand") : null}
      {label ? null : unseen(t("copyThing", { thing: what }))}
      <span className="sr-only" role="status">
        {state === "copied" ? t("thingCopied", { thing: what }) : null}
        {state === "failed" ? t("thingNotCopied", { thing: what }) : null}
      </span>
    </Button>
  );
}
