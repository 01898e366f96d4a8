"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { ExchangeView } from "./exchange-view";
import { SandboxField, type SandboxView } from "./sandbox-field";
import { type FlowAction, type FlowExchange, type FlowStepName, useFlowRun } from "./use-flow-run";

/** What each step requires from earlier ones. */
const NEEDS = {
  authorize: null,
  consent: "question",
  online_token: "code",
  offline_token: "code",
  call: "offlineToken",
  refresh: "refreshToken",
} as const satisfies Record<FlowStepName, string | null>;

export interface FlowStepperProps {
  client: ClientTarget;
  /** At least one. */
  redirectUrls: readonly [string, ...string[]];
  /** At least one, that to begin with first. */
  sandboxes: readonly [SandboxView, ...SandboxView[]];
  steps: readonly FlowStepName[];
  /** What the company is asked to allow, in words or as scopes. */
  asked: readonly string[];
  /** Path of the client's failure log. */
  logPath: string;
}

/** The flow from authorize to the removal: each press makes one real request and shows it, or one makes all. */
export function FlowStepper(props: FlowStepperProps) {
  const { client, redirectUrls, sandboxes, steps, asked, logPath } = props;
  const t = useTranslations("developer.flow");
  const [sandbox, setSandbox] = useState(sandboxes[0]);
  const [redirectUri, setRedirectUri] = useState(redirectUrls[0]);
  const flow = useFlowRun(client, { companyId: sandbox.companyId, redirectUri });
  const company = () => <bdi>{sandbox.name}</bdi>;
  const isGranted = flow.exchanges.authorize?.outcome === "done";
  const rowOf = (step: FlowAction) => ({
    isBusy: flow.pending !== null,
    isPending: flow.pending === step,
    failure: flow.failure?.step === step ? flow.failure.message : null,
    logPath,
  });
  return (
    <Panel
      id="try"
      title={t("title")}
      description={t("explanation")}
      actions={
        <>
          <Button size="small" variant="quiet" onClick={flow.startOver}>
            {t("startOver")}
          </Button>
          <Button
            variant="primary"
            pending={flow.pending === "all"}
            aria-describedby="run-all"
            onClick={() => flow.make([...steps, "uninstall"])}
          >
            {t(flow.pending === "all" ? "running" : "runAll")}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p id="run-all" className="max-w-reading text-sm">
          {t.rich("runAllWhat", { company })}
        </p>
        <p role="status" className="font-semibold text-success empty:hidden">
          {flow.isRemoved && flow.exchanges.offline_token?.outcome === "done"
            ? t("finished")
            : null}
        </p>
        {sandboxes.length > 1 || redirectUrls.length > 1 ? (
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
        ) : null}
        {sandbox.role === null ? <NoMember sandbox={sandbox} /> : null}
        <ol className="divide-y divide-line rounded border border-line">
          {steps.map((step, index) => (
            <FlowStep
              key={step}
              {...rowOf(step)}
              number={index + 1}
              step={step}
              isPossible={flow.possible.includes(step)}
              exchange={flow.exchanges[step]}
              note={step === "consent" && isGranted ? t("alreadyGranted") : null}
              onMake={() => flow.make([step])}
            >
              {step === "consent" ? (
                <Decision
                  company={t.rich("decideAs", { company })}
                  asked={asked}
                  isOff={flow.pending !== null || !flow.possible.includes(step)}
                  isAsked={flow.possible.includes(step)}
                  onDecide={(decision) => flow.make([step], decision)}
                />
              ) : null}
            </FlowStep>
          ))}
          <FlowStep
            {...rowOf("uninstall")}
            number={steps.length + 1}
            step="uninstall"
            isPossible={!flow.isRemoved}
            exchange={undefined}
            note={flow.isRemoved ? t("removed") : null}
            onMake={() => flow.make(["uninstall"])}
          />
        </ol>
      </div>
    </Panel>
  );
}

interface FlowStepProps {
  number: number;
  step: FlowAction;
  isPossible: boolean;
  isPending: boolean;
  /** Whether any step is running. */
  isBusy: boolean;
  exchange: FlowExchange | undefined;
  failure: string | null;
  /** Why there is nothing left to do. */
  note: string | null;
  logPath: string;
  onMake: () => void;
  /** Instead of the button. */
  children?: ReactNode;
}

/** A step: one line once it has worked, which opens; its request and response while it has not. */
function FlowStep(props: FlowStepProps) {
  const { step, isPossible, isPending, isBusy, exchange, failure, note, logPath, onMake } = props;
  const t = useTranslations("developer.flow");
  const isDone = note !== null || hasWorked(exchange);
  const needed = isDone || isPossible || step === "uninstall" ? null : NEEDS[step];
  const hintId = `step-${step}`;
  // aria-disabled keeps the focus where it is while the request runs.
  const isOff = isBusy || !isPossible;
  return (
    <li className="grid gap-3 px-4 py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          {exchange && hasWorked(exchange) ? (
            <Disclosure key={exchange.request_id} look="row" summary={<StepTitle {...props} />}>
              <ExchangeView exchange={exchange} logPath={logPath} />
            </Disclosure>
          ) : (
            <StepTitle {...props} />
          )}
          <p id={hintId} className={isDone ? "sr-only" : "max-w-reading ps-7 text-muted text-sm"}>
            {t(`steps.${step}.explanation`)} {needed ? t(`needs.${needed}`) : null}
          </p>
        </div>
        {props.children ?? (
          <Button
            size="small"
            variant={isDone ? "quiet" : "secondary"}
            aria-disabled={isOff || undefined}
            aria-describedby={hintId}
            onClick={() => {
              if (!isOff) onMake();
            }}
          >
            {isPending ? t("sending") : t(`steps.${step}.${exchange ? "again" : "action"}`)}
          </Button>
        )}
      </div>
      {failure ? (
        <Notice tone="error" title={t("notMade")} live>
          <p lang="en">{failure}</p>
        </Notice>
      ) : null}
      {exchange && !hasWorked(exchange) ? (
        <ExchangeView key={exchange.request_id} exchange={exchange} logPath={logPath} />
      ) : null}
    </li>
  );
}

function StepTitle({ number, step, exchange, note }: FlowStepProps) {
  const t = useTranslations("developer.flow");
  const isDone = note !== null || hasWorked(exchange);
  const Icon = isDone ? CircleCheck : exchange?.outcome === "refused" ? CircleX : CircleDashed;
  const tone = isDone ? "text-success" : exchange?.outcome === "refused" ? "text-danger" : "";
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Icon className={`size-5 shrink-0 ${tone || "text-muted"}`} aria-hidden="true" />
      <span className="font-semibold">
        {number}. {t(`steps.${step}.title`)}
      </span>
      <span className="min-w-0 text-muted text-sm">
        {note ??
          (exchange ? `${t(`outcomes.${exchange.outcome}`)}, ${exchange.response.status}` : null)}
      </span>
    </span>
  );
}

/** That the company has to be asked is what authorize is for. */
function hasWorked(exchange: FlowExchange | undefined): boolean {
  return exchange?.outcome === "done" || exchange?.outcome === "consent_needed";
}

interface DecisionProps {
  company: ReactNode;
  asked: readonly string[];
  isAsked: boolean;
  isOff: boolean;
  onDecide: (decision: "allow" | "deny") => void;
}

/** What the consent page asks, decided here as the seller of the sandbox company. */
function Decision({ company, asked, isAsked, isOff, onDecide }: DecisionProps) {
  const t = useTranslations("developer.flow");
  const decide = (decision: "allow" | "deny") => {
    if (!isOff) onDecide(decision);
  };
  return (
    <div className="grid gap-2">
      {isAsked ? (
        <div className="grid gap-1 text-sm">
          <p className="font-semibold">{company}</p>
          <ul className="list-disc ps-5">
            {asked.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {(["allow", "deny"] as const).map((decision) => (
          <Button
            key={decision}
            size="small"
            aria-disabled={isOff || undefined}
            onClick={() => decide(decision)}
          >
            {t(decision)}
          </Button>
        ))}
      </div>
    </div>
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
