"use client";

import { FlaskConicalOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import type { tryTools } from "@/lib/developer-tools/playground/values";
import type { Sandbox } from "@/lib/developer-tools/sandbox/values";
import { QueryProvider } from "../shell/query-provider";
import { EmptyState } from "../ui/empty-state";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Tabs } from "../ui/tabs";
import { ConformanceCheck } from "./conformance-check";
import { FlowStepper } from "./flow-stepper";
import { SandboxClock } from "./sandbox-clock";
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
export function TryIt({ tool, sandboxes, lackingRole, ...rest }: TryItProps) {
  const t = useTranslations("developer.tryIt");
  const [first] = sandboxes;
  return (
    <Panel id="try" title={t("title")} description={t("explanation")}>
      {lackingRole ? (
        <Notice tone="warning" title={t("role", { role: lackingRole })} next={t("roleNext")} />
      ) : first ? (
        <QueryProvider>
          <Tools {...rest} tool={tool} sandboxes={sandboxes} first={first} />
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

function Tools(props: Omit<TryItProps, "lackingRole"> & { first: Sandbox }) {
  const { tool, sandboxes, first, client, logPath, redirectUrls, baseUrl, isActive } = props;
  const t = useTranslations("developer.tryIt");
  const [sandbox, setSandbox] = useState(first);
  const [redirectUrl, ...otherUrls] = redirectUrls;
  const own = sandboxes.find(({ isOwn }) => isOwn);
  const common = { client, sandbox, logPath };
  return (
    <div className="grid gap-4">
      {sandboxes.length > 1 ? (
        <div className="max-w-form">
          <Field label={t("sandbox")}>
            {(control) => (
              <Select
                {...control}
                options={sandboxes.map(({ companyId, name }) => ({
                  value: String(companyId),
                  label: t("choice", { name, id: companyId }),
                }))}
                value={String(sandbox.companyId)}
                onChange={({ target }) =>
                  setSandbox(sandboxes.find((one) => `${one.companyId}` === target.value) ?? first)
                }
              />
            )}
          </Field>
        </div>
      ) : null}
      <Tabs
        key={sandbox.companyId}
        label={t("tools")}
        first={tool}
        keepMounted
        tabs={[
          {
            value: "flow",
            label: t("flow"),
            content: redirectUrl ? (
              <FlowStepper
                {...common}
                redirectUrls={[redirectUrl, ...otherUrls]}
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
        ]}
      />
    </div>
  );
}

function CannotRun({ why }: { why: "noRedirectUrl" | "inactive" | "noOwnSandbox" }) {
  const t = useTranslations("developer.cannotTry");
  return <Notice tone="warning" title={t(`${why}.title`)} next={t(`${why}.next`)} />;
}
