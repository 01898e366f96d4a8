"use client";

import { useEffect, useState } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import type { playgroundSteps } from "@/lib/developer-tools/playground/values";

export type FlowStepName = (typeof playgroundSteps)[number];

/** A request of the flow, or the removal at its end. */
export type FlowAction = FlowStepName | "uninstall";

type FlowDecision = "allow" | "deny";

/** A request and its response, without secrets. */
export type FlowExchange = AnswerOf<"runPlaygroundStep">;

interface RunState {
  exchanges: Partial<Record<FlowStepName, FlowExchange>>;
  /** Contains the code and the tokens, encrypted by the server. */
  run: string | null;
  possible: readonly FlowStepName[];
  /** Whether the extension was removed from the company at the end. */
  isRemoved: boolean;
  /** Why the last request could not be made. */
  failure: { step: FlowAction; error: ApiError } | null;
}

const START: RunState = {
  exchanges: {},
  run: null,
  possible: ["authorize"],
  isRemoved: false,
  failure: null,
};

/** A run through the flow, one request at a time or all of them. */
export function useFlowRun(client: ClientTarget, companyId: number, redirectUri: string) {
  const [state, setState] = useState(START);
  const [pending, setPending] = useState<FlowAction | "all" | null>(null);

  // The code is in the part of the address that no server sees; it leaves the address and the history at once.
  useEffect(() => {
    const [, run] = /^#run=(.+)$/.exec(window.location.hash) ?? [];
    if (!run) return;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    setState({ ...START, run, possible: ["authorize", "online_token", "offline_token"] });
  }, []);

  const send = async (before: RunState, step: FlowStepName, decision: FlowDecision) => {
    const exchange = await call("runPlaygroundStep", {
      params: paramsOf(client),
      body: {
        company_id: companyId,
        step,
        ...(step === "authorize" && { redirect_uri: redirectUri }),
        ...(step === "consent" && { decision }),
        ...(step !== "authorize" && { run: before.run ?? "" }),
      },
    });
    // A new code starts a new run, so earlier exchanges are discarded.
    const exchanges = step === "authorize" ? {} : before.exchanges;
    return {
      ...START,
      exchanges: { ...exchanges, [step]: exchange },
      run: exchange.run,
      possible: exchange.possible_steps,
    };
  };
  const uninstall = async (before: RunState) => {
    const body = { company_id: companyId, action: "uninstall" } as const;
    await call("runSandboxAction", { params: paramsOf(client), body });
    return { ...before, isRemoved: true, failure: null };
  };

  /** Makes these in order, and stops at the first one that does not work; each continues from the one before. */
  const make = async (actions: readonly FlowAction[], decision: FlowDecision = "allow") => {
    if (pending) return;
    setPending(actions.length > 1 ? "all" : (actions[0] ?? null));
    let current = state;
    for (const action of actions) {
      // Consent is not asked again for what was granted, and not every installation has an API to call.
      if (action !== "uninstall" && !current.possible.includes(action)) continue;
      try {
        current =
          action === "uninstall" ? await uninstall(current) : await send(current, action, decision);
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        current = { ...current, failure: { step: action, error: thrown } };
      }
      setState(current);
      const outcome = action !== "uninstall" && current.exchanges[action]?.outcome;
      if (current.failure || outcome === "refused" || outcome === "sign_in_needed") break;
    }
    setPending(null);
  };
  return { ...state, pending, make, startOver: () => setState(START) };
}
