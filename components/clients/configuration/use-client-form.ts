"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, type FieldProblem } from "@/lib/api/client/api-error";
import { loadModule } from "@/lib/api/client/load-module";
import type { PreparedCall } from "@/lib/api/client/prepared-call";
import type { GivenField } from "@/lib/clients/field-values";
import { useOperation } from "../../actions/use-operation";
import { useNewFormState } from "./client-form-state";
import type { ClientValues } from "./client-values";
import { placeProblems } from "./form-problems";

interface Submission {
  /** Checked like the API checks them, before the first is sent. */
  calls: readonly PreparedCall<"createClient" | "patchClient" | "updateClient">[];
  send: () => Promise<void>;
  onStale?: () => void;
}

/** The form of a client, and a way to send it. @param shown the fields that it has, unless it has all */
export function useClientForm(initial: ClientValues, shown?: readonly GivenField[]) {
  const form = useNewFormState(initial);
  const element = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    if (attempts === 0) return;
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? element.current?.querySelector<HTMLElement>("[data-summary]"))?.focus();
  }, [attempts]);

  const reject = (rejected: readonly FieldProblem[], message?: string) => {
    const placed = placeProblems(form.values, rejected).map(
      ({ place, message: text }) => [shown ? shownPlace(place, shown) : place, text] as const,
    );
    form.reject(new Map(placed.length > 0 ? placed : [["root", message ?? ""]]));
    setProblems(rejected);
    setAttempts((count) => count + 1);
  };

  const { run: submit, pending } = useOperation(
    async ({ calls, send }: Submission) => {
      const { checkCalls } = await loadModule(() => import("./check-calls"));
      const fields = checkCalls(calls);
      if (fields.length > 0) {
        throw new ApiError("", { status: 400, code: "invalid_request", fields });
      }
      await send();
    },
    {
      refreshes: "nothing",
      onError: ({ status, fields, message }, { onStale }) => {
        if (status === 412 && onStale) onStale();
        else reject(fields, message);
      },
    },
  );
  return {
    form,
    element,
    problems,
    pending,
    submit: (submission: Submission) => {
      form.reject(new Map());
      submit(submission);
    },
  };
}

/** A form without redirect URLs makes them of the base URL. */
function shownPlace(place: string, shown: readonly GivenField[]) {
  const field = place.startsWith("redirect_urls.") ? "base_url" : place;
  return shown.find((each) => each === field) ?? "root";
}
