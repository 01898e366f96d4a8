"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { registerReauthPrompt } from "@/lib/api/client/call";
import { Button, buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";

// Loaded after the page: seldom needed, and on every page.
const Dialog = lazy(async () => ({ default: (await import("../ui/dialog")).Dialog }));

const PAUSE_MS = 1000;

/** Whose session the browser has now. */
type SessionState = "signed_out" | "other_person" | "same_person";

/**
 * Lets a form continue after its session has ended: once the same person has signed in again in another tab, with
 * their second factor, the request of the form is sent.
 */
export function SignInAgain({ userId }: { userId: string }) {
  const t = useTranslations("shell.signInAgain");
  const [answer, setAnswer] = useState<((signedIn: boolean) => void) | null>(null);
  const [found, setFound] = useState<SessionState>("signed_out");

  useEffect(() => {
    let pendingAnswer: Promise<boolean> | null = null;
    return registerReauthPrompt(() => {
      pendingAnswer ??= new Promise<boolean>((resolve) => {
        setFound("signed_out");
        setAnswer(() => (signedIn: boolean) => {
          pendingAnswer = null;
          setAnswer(null);
          resolve(signedIn);
        });
      });
      return pendingAnswer;
    });
  }, []);

  useEffect(() => {
    if (!answer) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const next = await findSession(userId);
      if (isOver) return;
      setFound(next);
      if (next === "same_person") answer(true);
      else timer = setTimeout(look, PAUSE_MS);
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [answer, userId]);

  return (
    <Suspense>
      <Dialog open={answer !== null} onClose={() => answer?.(false)} title={t("title")}>
        <div className="grid gap-4">
          <p>{t("what")}</p>
          {found === "other_person" ? (
            <Notice tone="warning" title={t("someoneElse")} live>
              <p>{t("someoneElseNext")}</p>
            </Notice>
          ) : null}
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={() => answer?.(false)}>{t("notNow")}</Button>
            <a
              href="/sign-in?return_to=/profile"
              target="_blank"
              rel="noreferrer"
              className={buttonClass("primary")}
            >
              {t("signIn")}
            </a>
          </div>
        </div>
      </Dialog>
    </Suspense>
  );
}

async function findSession(userId: string): Promise<SessionState> {
  try {
    const response = await fetch("/session", { credentials: "same-origin" });
    const { user_id: found }: { user_id: string | null } = await response.json();
    if (found === null) return "signed_out";
    return found === userId ? "same_person" : "other_person";
  } catch {
    // The service is temporarily unavailable; the next check may succeed.
    return "signed_out";
  }
}
