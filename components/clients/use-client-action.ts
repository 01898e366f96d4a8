"use client";

import { useState, useTransition } from "react";
import { ApiError, type FieldProblem } from "@/lib/api/client/api-error";

/** The error of a change. */
export interface ActionError {
  /** What to fix. */
  message: string;
  /** What to fix in each field; empty if the error is about the whole request. */
  fields: readonly FieldProblem[];
  /** Someone else changed the client since this page was opened (412). */
  stale: boolean;
}

/** Runs changes of a client one at a time and keeps the error of the last one. */
export function useClientAction() {
  const [error, setError] = useState<ActionError | null>(null);
  const [pending, startTransition] = useTransition();
  const run = (action: () => Promise<void>) =>
    startTransition(async () => {
      setError(null);
      try {
        await action();
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        const { message, fields, status } = thrown;
        setError({ message, fields, stale: status === 412 });
      }
    });
  return { error, pending, run, forget: () => setError(null) };
}
