"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button, buttonClass } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/notice";

const PAUSE_MS = 1000;

/** Whose session the browser has now. */
type SessionState = "signed_out" | "other_person" | "same_person";

interface SignInQuestionProps {
  userId: string;
  /** Called once: whether this person has signed in again. */
  onAnswer: (signedIn: boolean) => void;
}

/** Asks a person to sign in again in another tab, and waits until they have. */
export function SignInQuestion({ userId, onAnswer }: SignInQuestionProps) {
  const t = useTranslations("shell.signInAgain");
  const [session, setSession] = useState<SessionState>("signed_out");

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const next = await findSession(userId);
      if (isOver) return;
      setSession(next);
      if (next === "same_person") onAnswer(true);
      else timer = setTimeout(look, PAUSE_MS);
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [onAnswer, userId]);

  return (
    <Dialog open onClose={() => onAnswer(false)} title={t("title")}>
      <div className="grid gap-4">
        <p>{t("what")}</p>
        {session === "other_person" ? (
          <Notice tone="warning" title={t("someoneElse")} live next={t("someoneElseNext")} />
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => onAnswer(false)}>{t("notNow")}</Button>
          <a
            href="/sign-in?return_to=/profile"
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary")}
            data-first=""
          >
            {t("signIn")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

async function findSession(userId: string): Promise<SessionState> {
  try {
    const response = await fetch("/session", { credentials: "same-origin" });
    const { user_id: current }: { user_id: string | null } = await response.json();
    if (current === null) return "signed_out";
    return current === userId ? "same_person" : "other_person";
  } catch {
    // The service is temporarily unavailable; the next check may succeed.
    return "signed_out";
  }
}
