"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { paramsOf } from "@/lib/api/client/client-calls";
import type { RedirectCheckResult } from "@/lib/clients/redirect-check/schemas";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/text-input";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import type { ClientDetailView } from "./client-views";
import { problemSentence } from "./use-problem-words";

export interface RedirectCheckProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
}

/** Compares a rejected redirect URL with the registered ones, part by part. */
export function RedirectCheck({ client }: RedirectCheckProps) {
  const t = useTranslations("client.redirectCheck");
  const [url, setUrl] = useState("");
  const [result, setResult] = useState<RedirectCheckResult | null>(null);
  const { error, pending, run, forget } = useClientAction();
  const check = () =>
    run(async () => {
      setResult(null);
      setResult(await call("checkRedirect", { params: paramsOf(client), body: { url } }));
    });
  const isWrong = error?.fields.some(({ path }) => path === "url");
  return (
    <Panel title={t("title")}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <Field label={t("sent")} hint={t("sentHint")} error={isWrong ? t("sentWrong") : undefined}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              required
              spellCheck={false}
              className="break-all font-mono text-sm"
              value={url}
              onChange={(event) => {
                forget();
                setUrl(event.target.value);
              }}
            />
          )}
        </Field>
        <Button type="submit" pending={pending} className="w-fit">
          {t(pending ? "pending" : "submit")}
        </Button>
        {isWrong ? null : <ActionErrorNotice error={error} onReload={() => setResult(null)} />}
        {result ? <Comparison result={result} /> : null}
      </form>
    </Panel>
  );
}

function Comparison({ result }: { result: RedirectCheckResult }) {
  const t = useTranslations("client.redirectCheck");
  if (result.accepted) {
    return (
      <Notice tone="success" title={t("matches")} live>
        <p>{t("matchesNext")}</p>
      </Notice>
    );
  }
  const isNearest = (entry: Entry) => entry.url === result.nearest;
  const others = result.entries.filter((entry) => !isNearest(entry));
  return (
    <Notice tone="warning" title={t("matchesNone")} live>
      <Entries entries={result.entries.filter(isNearest)} />
      {others.length > 0 ? (
        <Disclosure summary={t("others", { count: others.length })} open={result.nearest === null}>
          <Entries entries={others} />
        </Disclosure>
      ) : null}
      {result.problem ? <Unregistrable problem={result.problem} /> : null}
    </Notice>
  );
}

function Unregistrable({ problem }: { problem: string }) {
  const t = useTranslations("client.redirectCheck");
  return (
    <p className="text-sm">
      {t.rich("notRegistrable", {
        problem: () => <bdi lang="en">{problemSentence(problem)}</bdi>,
      })}
    </p>
  );
}

type Entry = RedirectCheckResult["entries"][number];

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useTranslations("client.redirectCheck");
  return (
    <ul className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.url} className="grid gap-0.5">
          <code className="font-mono text-sm">{entry.url}</code>
          <span className="text-sm">
            {entry.difference
              ? t.rich("differs", { difference: () => <bdi lang="en">{entry.difference}</bdi> })
              : t("differsUnseen")}
          </span>
        </li>
      ))}
    </ul>
  );
}
