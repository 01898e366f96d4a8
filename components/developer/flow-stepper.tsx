import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { ErrorNotice } from "../actions/error-notice";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { Notice, type NoticeTone } from "../ui/notice";
import { Select } from "../ui/select";
import { ToolRow } from "./tool-row";
import type { ToolProps } from "./try-it";
import { type FlowAction, type FlowExchange, type FlowStepName, useFlowRun } from "./use-flow-run";

export interface FlowStepperProps extends ToolProps {
  /** At least one. */
  redirectUrls: readonly string[];
  steps: readonly FlowStepName[];
  /** What the company is asked to allow, in words or as scopes. */
  asked: readonly string[];
}

/** The flow from authorize to the removal: each press makes one real request and shows it, or one makes all. */
export function FlowStepper(props: FlowStepperProps) {
  const { client, sandbox, redirectUrls, steps, asked, logPath } = props;
  const t = useTranslations("developer.flow");
  const [redirectUri, setRedirectUri] = useState(redirectUrls[0] ?? "");
  const flow = useFlowRun(client, sandbox.companyId, redirectUri);
  const company = () => <bdi>{sandbox.name}</bdi>;
  const isGranted = flow.exchanges.authorize?.outcome === "done";
  const noteOn = (step: FlowAction) => {
    if (step === "uninstall") return flow.isRemoved ? t("removed") : null;
    return step === "consent" && isGranted ? t("alreadyGranted") : null;
  };
  const isPossible = (step: FlowAction) =>
    step === "uninstall" ? !flow.isRemoved : flow.possible.includes(step);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p id="run-all" className="max-w-reading text-sm">
          {t.rich("runAllWhat", { company })}
        </p>
        <div className="flex gap-2">
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
        </div>
      </div>
      <p role="status" className="font-semibold text-success empty:hidden">
        {flow.isRemoved && flow.exchanges.offline_token?.outcome === "done" ? t("finished") : null}
      </p>
      {redirectUrls.length > 1 ? (
        <div className="max-w-form">
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
      {sandbox.role === null ? (
        <Notice tone="warning" title={t.rich("noMember", { company })} next={t("noMemberNext")} />
      ) : null}
      <ol className="divide-y divide-line rounded border border-line">
        {[...steps, "uninstall" as const].map((step, index) => {
          const exchange = step === "uninstall" ? undefined : flow.exchanges[step];
          const note = noteOn(step);
          // That the company has to be asked is what authorize is for.
          const isDone = note !== null || /^(done|consent_needed)$/.test(exchange?.outcome ?? "");
          const isOff = flow.pending !== null || !isPossible(step);
          const title = <StepTitle {...{ step, exchange, note, isDone }} number={index + 1} />;
          return (
            <ToolRow
              key={step}
              id={`step-${step}`}
              title={
                exchange && isDone ? (
                  <Disclosure key={exchange.request_id} look="row" summary={title}>
                    <ExchangeView exchange={exchange} logPath={logPath} />
                  </Disclosure>
                ) : (
                  title
                )
              }
              explanation={
                isDone ? null : (
                  <>
                    {t(`steps.${step}.explanation`)}
                    {isPossible(step) ? null : <span className="sr-only"> {t("laterStep")}</span>}
                  </>
                )
              }
              button={
                flow.pending === step
                  ? t("sending")
                  : t(`steps.${step}.${exchange ? "again" : "action"}`)
              }
              isQuiet={isDone}
              isOff={isOff}
              onPress={() => flow.make([step])}
              controls={
                step === "consent" ? (
                  <div className="flex flex-wrap gap-2">
                    {(["allow", "deny"] as const).map((decision) => (
                      <Button
                        key={decision}
                        size="small"
                        pending={isOff}
                        onClick={() => flow.make([step], decision)}
                      >
                        {t(decision)}
                      </Button>
                    ))}
                  </div>
                ) : undefined
              }
            >
              {step === "consent" && isPossible(step) ? (
                <div className="text-sm">
                  <p className="font-semibold">{t.rich("decideAs", { company })}</p>
                  <ul className="list-disc ps-5">
                    {asked.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                </div>
              ) : null}
              {flow.failure?.step === step ? <ErrorNotice error={flow.failure.error} /> : null}
              {exchange && !isDone ? (
                <ExchangeView key={exchange.request_id} exchange={exchange} logPath={logPath} />
              ) : null}
            </ToolRow>
          );
        })}
      </ol>
    </div>
  );
}

function StepTitle(props: {
  number: number;
  step: FlowAction;
  exchange: FlowExchange | undefined;
  /** Why there is nothing left to do. */
  note: string | null;
  isDone: boolean;
}) {
  const { number, step, exchange, note, isDone } = props;
  const t = useTranslations("developer.flow");
  const isDenied = exchange?.outcome === "refused";
  const Icon = isDone ? CircleCheck : isDenied ? CircleX : CircleDashed;
  const tone = isDone ? "text-success" : isDenied ? "text-danger" : "text-muted";
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      <Icon className={`size-5 shrink-0 ${tone}`} aria-hidden="true" />
      <span className="font-semibold">
        {number}. {t(`steps.${step}.title`)}
      </span>
      <span className="min-w-0 text-muted empty:hidden">
        {note ??
          (exchange ? `${t(`outcomes.${exchange.outcome}`)}, ${exchange.response.status}` : null)}
      </span>
    </span>
  );
}

const TONES: Record<FlowExchange["outcome"], NoticeTone> = {
  done: "success",
  consent_needed: "warning",
  sign_in_needed: "warning",
  refused: "error",
};

/** A request and its response, with an explanation. */
function ExchangeView({ exchange, logPath }: { exchange: FlowExchange; logPath: string }) {
  const t = useTranslations("developer.exchange");
  const { outcome, step, message, request, response, request_id: requestId } = exchange;
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const body = response.body ? ["", response.body] : [];
  // The log has denials, and issued codes and tokens.
  const isLogged = outcome === "refused" || (outcome === "done" && step !== "call");
  return (
    <div className="grid gap-4">
      <Notice tone={TONES[outcome]} title={t(outcome)} live>
        <p>
          {/* The API's own words: English in every language. */}
          <bdi lang="en">{message}</bdi>
        </p>
      </Notice>
      <div className="grid gap-4 lg:grid-cols-2">
        <CodeBlock label={t("request")} code={request.curl} />
        <CodeBlock
          label={t("answer")}
          code={[`HTTP ${response.status}`, ...headers, ...body].join("\n")}
        />
      </div>
      {isLogged ? (
        <p>
          <Link href={`${logPath}?request=${requestId}`} className="inline-link">
            {t("requestInLog", { id: requestId })}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
