"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ApiError } from "@/lib/api/client/api-error";

interface OperationOptions<Input, Answer> {
  /** What shows the state before the change: the page, the queries whose keys begin so, or nothing. */
  refreshes?: "page" | "nothing" | QueryKey;
  onDone?: (answer: Answer, input: Input) => void;
  onError?: (error: ApiError, input: Input) => void;
}

/**
 * A change that a button or a form makes through the API.
 * @param send its calls; an ApiError that it throws becomes `error`, anything else goes to the error page
 * @returns `run` makes the change, which is `pending` until the page shows it; `forget` drops its error
 */
export function useOperation<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { refreshes = "page", onDone, onError }: OperationOptions<Input, Answer> = {},
) {
  const router = useRouter();
  const queries = useQueryClient();
  const [isRefreshing, startRefresh] = useTransition();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: send,
    throwOnError: (thrown) => !(thrown instanceof ApiError),
    onSuccess: async (answer, input) => {
      if (typeof refreshes !== "string") {
        await queries.invalidateQueries({ queryKey: refreshes });
      }
      onDone?.(answer, input);
      if (refreshes === "page") startRefresh(() => router.refresh());
    },
    onError: (thrown, input) => {
      if (thrown instanceof ApiError) onError?.(thrown, input);
    },
  });
  return {
    run: mutate,
    pending: isPending || isRefreshing,
    error: error instanceof ApiError ? error : null,
    forget: reset,
  };
}
