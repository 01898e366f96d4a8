"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { registerReauthPrompt } from "@/lib/api/client/call";

// Loaded after the page: seldom needed, and on every page.
const SignInQuestion = lazy(async () => ({
  default: (await import("./sign-in-question")).SignInQuestion,
}));

/**
 * Lets a form continue after its session has ended: once the same person has signed in again in another tab, with
 * their second factor, the request of the form is sent.
 */
export function SignInAgain({ userId }: { userId: string }) {
  const [answer, setAnswer] = useState<((signedIn: boolean) => void) | null>(null);

  useEffect(() => {
    let pendingAnswer: Promise<boolean> | null = null;
    return registerReauthPrompt(() => {
      pendingAnswer ??= new Promise<boolean>((resolve) => {
        setAnswer(() => (signedIn: boolean) => {
          pendingAnswer = null;
          setAnswer(null);
          resolve(signedIn);
        });
      });
      return pendingAnswer;
    });
  }, []);

  if (!answer) return null;
  return (
    <Suspense>
      <SignInQuestion userId={userId} onAnswer={answer} />
    </Suspense>
  );
}
