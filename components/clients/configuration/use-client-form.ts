"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError, type FieldProblem } from "@/lib/api/client/api-error";
import { loadModule } from "@/lib/api/client/load-module";
import type { PreparedCall } from "@/lib/api/client/prepared-call";
import type { ClientValues } from "./client-values";
import { placeProblems } from "./form-problems";

type CheckedCall = PreparedCall<"createClient" | "patchClient" | "updateClient">;

/** The form of a client: its values, its errors, and a way to send it. */
export function useClientForm(defaultValues: ClientValues) {
  const form = useForm<ClientValues>({ defaultValues });
  const values = useWatch({ control: form.control }) as ClientValues;
  const element = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [pending, startTransition] = useTransition();

  useEffect(() => {
    if (attempts === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? element.current?.querySelector<HTMLElement>("[data-summary]"))?.focus();
  }, [attempts]);

  const reject = (rejected: readonly FieldProblem[], message?: string) => {
    const placed = placeProblems(form.getValues(), rejected);
    for (const { place, message: text } of placed) form.setError(place, { message: text });
    if (placed.length === 0) form.setError("root", { message: message ?? "" });
    setProblems(rejected);
    setAttempts((count) => count + 1);
  };

  /**
   * Checks the calls like the API and then sends them, or shows what is wrong with them.
   * @param onStale called when someone else changed the client in the meantime
   */
  const submit = (calls: CheckedCall[], send: () => Promise<void>, onStale?: () => void) => {
    form.clearErrors();
    startTransition(async () => {
      try {
        const { checkCalls } = await loadModule(() => import("./check-calls"));
        const problems = checkCalls(calls);
        if (problems.length > 0) reject(problems);
        else await send();
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        if (thrown.status === 412 && onStale) onStale();
        else reject(thrown.fields, thrown.message);
      }
    });
  };
  return { form, values, element, problems, pending, submit };
}
