"use client";

import { useState } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import type { playgroundSteps } from "@/lib/developer-tools/playground/values";

export type FlowStepName = (typeof playgroundSteps)[number];

/** A request and its response, without secrets. */
export type FlowExchange = AnswerOf<"runPlaygroundStep">;

/** Where the flow runs. */
export interface FlowSetting {
  companyId: number;
  redirectUri: string;
}

interface RunState {
  exchanges: Partial<Record<FlowStepName, FlowExchange>>;
  /** Contains the code and the tokens, encrypted by the server. */
  run: string | null;
  possible: readonly FlowStepName[];
  /** Why the last request could not be made. */
  failure: { step: FlowStepName; message: string } | null;
}

const START: RunState = { exchanges: {}, run: null, possible: ["authorize"], failure: null };

/** A run through the flow, one request at a time. */
export function useFlowRun(client: ClientTarget, setting: FlowSetting) {
  const [state, setState] = useState(START);
  const [pending, setPending] = useState<FlowStepName | null>(null);

  const makeStep = async (step: FlowStepName) => {
    if (pending || !state.possible.includes(step)) return;
    setPending(step);
    try {
      const exchange = await call("runPlaygroundStep", {
        params: paramsOf(client),
        body: {
          company_id: setting.companyId,
          step,
          ...(step === "authorize"
            ? { redirect_uri: setting.redirectUri }
            : { run: state.run ?? "" }),
        },
      });
      // A new code starts a new run, so earlier exchanges are discarded.
      const exchanges = step === "authorize" ? {} : state.exchanges;
      setState({
        exchanges: { ...exchanges, [step]: exchange },
        run: exchange.run,
        possible: exchange.possible_steps,
        failure: null,
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setState({ ...state, failure: { step, message: thrown.message } });
    } finally {
      setPending(null);
    }
  };
  return { ...state, pending, makeStep, startOver: () => setState(START) };
}
