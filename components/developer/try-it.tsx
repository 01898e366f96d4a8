"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConicalOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import type { tryTools } from "@/lib/developer-tools/playground/values";
import { type Sandbox, sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { ErrorNotice } from "../actions/error-notice";
import { QueryProvider } from "../shell/query-provider";
import { EmptyState } from "../ui/empty-state";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Tabs } from "../ui/tabs";
import { ConformanceCheck } from "./conformance-check";
import { FlowStepper } from "./flow-stepper";
import { ToolRow } from "./tool-row";
import type { FlowStepName } from "./use-flow-run";

/** What a tool works with. */
export interface ToolProps {
  client: ClientTarget;
  sandbox: Sandbox;
  /** Path of the client's failure log. */
  logPath: string;
}

export interface TryItProps extends Pick<ToolProps, "client" | "logPath"> {
  /** The tool to begin with. */
  tool: (typeof tryTools)[number];
  /** That to begin with first. */
  sandboxes: readonly Sandbox[];
  redirectUrls: readonly string[];
  baseUrl: string | null;
  isActive: boolean;
  steps: readonly FlowStepName[];
  /** What the company is asked to allow, in words or as scopes. */
  asked: readonly string[];
  /** The role of a person who may not act for clients; null for others. */
  lackingRole: string | null;
}

/** The tools for trying a client in a sandbox company, or why they cannot run. */
export function TryIt(props: TryItProps) {
  const { tool, sandboxes, client, logPath, redirectUrls, baseUrl, isActive, lackingRole } = props;
  const t = useTranslations("developer.tryIt");
  const [companyId, setCompanyId] = useState(sandboxes[0]?.companyId);
  const sandbox = sandboxes.find((one) => one.companyId === companyId);
  const own = sandboxes.find(({ isOwn }) => isOwn);
  const content = (current: Sandbox) => {
    const common = { client, sandbox: current, logPath };
    return [
      {
        value: "flow",
        label: t("flow"),
        content:
          redirectUrls.length > 0 ? (
            <FlowStepper
              {...common}
              redirectUrls={redirectUrls}
              steps={props.steps}
              asked={props.asked}
            />
          ) : (
            <CannotRun why="noRedirectUrl" />
          ),
      },
      { value: "sandbox", label: t("clock"), content: <SandboxClock {...common} /> },
      {
        value: "conformance",
        label: t("conformance"),
        // The check installs and uninstalls, so it runs only in the organization's own company.
        content:
          own && isActive ? (
            <ConformanceCheck {...common} sandbox={own} baseUrl={baseUrl} />
          ) : (
            <CannotRun why={own ? "inactive" : "noOwnSandbox"} />
          ),
      },
    ];
  };
  return (
    <Panel id="try" title={t("title")} description={t("explanation")}>
      {lackingRole ? (
        <Notice tone="warning" title={t("role", { role: lackingRole })} next={t("roleNext")} />
      ) : sandbox ? (
        <QueryProvider>
          <div className="grid gap-4">
            {sandboxes.length > 1 ? (
              <div className="max-w-form">
                <Field label={t("sandbox")}>
                  {(control) => (
                    <Select
                      {...control}
                      options={sandboxes.map(({ companyId: id, name }) => ({
                        value: String(id),
                        label: t("choice", { name, id }),
                      }))}
                      value={String(companyId)}
                      onChange={({ target }) => setCompanyId(Number(target.value))}
                    />
                  )}
                </Field>
              </div>
            ) : null}
            <Tabs
              key={companyId}
              label={t("tools")}
              first={tool}
              keepMounted
              tabs={content(sandbox)}
            />
          </div>
        </QueryProvider>
      ) : (
        <EmptyState
          icon={<FlaskConicalOff className="size-8" aria-hidden="true" />}
          title={t("noSandbox")}
          next={t("noSandboxNext")}
        />
      )}
    </Panel>
  );
}

function CannotRun({ why }: { why: "noRedirectUrl" | "inactive" | "noOwnSandbox" }) {
  const t = useTranslations("developer.cannotTry");
  return <Notice tone="warning" title={t(`${why}.title`)} next={t(`${why}.next`)} />;
}

/** Triggers at once what otherwise takes hours or a seller's decision, and shows the result. */
function SandboxClock({ client, sandbox, logPath }: ToolProps) {
  const t = useTranslations("developer.clock");
  const run = useMutation({
    mutationFn: (action: (typeof sandboxActions)[number]) =>
      call("runSandboxAction", {
        params: paramsOf(client),
        body: { company_id: sandbox.companyId, action },
      }),
    throwOnError: (error) => !(error instanceof ApiError),
  });
  return (
    <ul className="divide-y divide-line rounded border border-line">
      {sandboxActions.map((action) => {
        const isCurrent = run.variables === action;
        return (
          <ToolRow
            key={action}
            id={`action-${action}`}
            title={<h3 className="inline text-sm">{t(`actions.${action}.title`)}</h3>}
            explanation={t(`actions.${action}.explanation`)}
            button={run.isPending && isCurrent ? t("working") : t(`actions.${action}.action`)}
            isOff={run.isPending}
            onPress={() => run.mutate(action)}
          >
            {isCurrent && run.data ? <Result result={run.data} logPath={logPath} /> : null}
            {isCurrent && run.error instanceof ApiError ? <ErrorNotice error={run.error} /> : null}
          </ToolRow>
        );
      })}
    </ul>
  );
}

function Result(props: { result: AnswerOf<"runSandboxAction">; logPath: string }) {
  const { action, changed: count, request_id: requestId } = props.result;
  const t = useTranslations("developer.clock");
  const exchange = useTranslations("developer.exchange");
  if (count === 0) {
    return <Notice tone="info" title={t("nothing")} live next={t(`actions.${action}.nothing`)} />;
  }
  return (
    <Notice tone="success" title={t("done")} live>
      <p>{t(`actions.${action}.happened`, { count })}</p>
      <p>
        <Link
          href={`${props.logPath}?${requestId ? `request=${requestId}` : "denied=true"}`}
          className="inline-link"
        >
          {requestId ? exchange("requestInLog", { id: requestId }) : t("deniedFromNowOn")}
        </Link>
      </p>
    </Notice>
  );
}
