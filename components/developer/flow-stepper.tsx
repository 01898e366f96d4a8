"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import { Badge, type BadgeTone } from "../ui/badge";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { ExchangeView } from "./exchange-view";
import { SandboxField, type SandboxView } from "./sandbox-field";
import { type FlowExchange, type FlowStepName, useFlowRun } from "./use-flow-run";

/** What each step requires from earlier ones. */
const NEEDS: Record<FlowStepName, "code" | "offlineToken" | "refreshToken" | null> = {
  authorize: null,
  online_token: "code",
  offline_token: "code",
  call: "offlineToken",
  refresh: "refreshToken",
};

const TONES: Record<FlowExchange["outcome"], BadgeTone> = {
  done: "success",
  consent_needed: "warning",
  sign_in_needed: "warning",
  refused: "danger",
};

export interface FlowStepperProps {
  client: ClientTarget;
  /** At least one. */
  redirectUrls: readonly [string, ...string[]];
  /** At least one. */
  sandboxes: readonly [SandboxView, ...SandboxView[]];
  steps: readonly FlowStepName[];
  /** Path of the client's failure log. */
  logPath: string;
}

/** The flow from authorize to a refreshed token: each press makes one real request and shows it. */
export function FlowStepper(props: FlowStepperProps) {
  const { client, redirectUrls, sandboxes, steps, logPath } = props;
  const t = useTranslations("developer.flow");
  const [sandbox, setSandbox] = useState(sandboxes[0]);
  const [redirectUri, setRedirectUri] = useState(redirectUrls[0]);
  const flow = useFlowRun(client, { companyId: sandbox.companyId, redirectUri });
  return (
    <Panel
      title={t("title")}
      description={t("explanation")}
      actions={
        <Button size="small" onClick={flow.startOver}>
          {t("startOver")}
        </Button>
      }
    >
      <div className="grid gap-6">
        <div className="grid items-end gap-5 md:grid-cols-2">
          <SandboxField
            sandboxes={sandboxes}
            chosen={sandbox}
            onChoose={(next) => {
              setSandbox(next);
              flow.startOver();
            }}
          />
          <Field label={t("redirectUrl")} hint={t("redirectUrlHint")}>
            {(control) => (
              <Select
                {...control}
                options={redirectUrls.map((url) => ({ value: url, label: url }))}
                value={redirectUri}
                onChange={(event) => {
                  setRedirectUri(event.target.value);
                  flow.startOver();
                }}
              />
            )}
          </Field>
        </div>
        {sandbox.role === null ? <NoMember sandbox={sandbox} /> : null}
        <ol className="grid gap-4">
          {steps.map((step, index) => (
            <FlowStep
              key={step}
              number={index + 1}
              step={step}
              isPossible={flow.possible.includes(step)}
              isPending={flow.pending === step}
              isBusy={flow.pending !== null}
              exchange={flow.exchanges[step]}
              failure={flow.failure?.step === step ? flow.failure.message : null}
              logPath={logPath}
              onMake={() => flow.makeStep(step)}
            />
          ))}
        </ol>
      </div>
    </Panel>
  );
}

interface FlowStepProps {
  number: number;
  step: FlowStepName;
  isPossible: boolean;
  isPending: boolean;
  /** Whether any step is running. */
  isBusy: boolean;
  exchange: FlowExchange | undefined;
  failure: string | null;
  logPath: string;
  onMake: () => void;
}

function FlowStep(props: FlowStepProps) {
  const { number, step, isPossible, isPending, isBusy, exchange, failure, logPath, onMake } = props;
  const t = useTranslations("developer.flow");
  const needed = isPossible ? null : NEEDS[step];
  const hintId = `step-${step}`;
  // aria-disabled keeps the focus where it is while the request runs.
  const isOff = isBusy || !isPossible;
  return (
    <li className="grid gap-4 rounded border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-base">
              {number}. {t(`steps.${step}.title`)}
            </h3>
            {exchange ? (
              <Badge tone={TONES[exchange.outcome]}>{t(`outcomes.${exchange.outcome}`)}</Badge>
            ) : null}
          </div>
          <p id={hintId} className="max-w-reading text-muted text-sm">
            {t(`steps.${step}.explanation`)} {needed ? t(`needs.${needed}`) : null}
          </p>
        </div>
        <Button
          variant={isPossible && !exchange ? "primary" : "secondary"}
          aria-disabled={isOff || undefined}
          aria-describedby={hintId}
          onClick={() => {
            if (!isOff) onMake();
          }}
        >
          {isPending ? t("sending") : t(`steps.${step}.${exchange ? "again" : "action"}`)}
        </Button>
      </div>
      {failure ? (
        <Notice tone="error" title={t("notMade")} live>
          <p lang="en">{failure}</p>
        </Notice>
      ) : null}
      {exchange ? (
        <ExchangeView key={exchange.request_id} exchange={exchange} logPath={logPath} />
      ) : null}
    </li>
  );
}

function NoMember({ sandbox }: { sandbox: SandboxView }) {
  const t = useTranslations("developer.flow");
  return (
    <Notice tone="warning" title={t.rich("noMember", { company: () => <bdi>{sandbox.name}</bdi> })}>
      <p>{t("noMemberNext")}</p>
    </Notice>
  );
}
