"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { paramsOf } from "@/lib/api/client/client-calls";
import type { RedirectCheckResult } from "@/lib/clients/redirect-check/schemas";
import { ErrorNotice } from "../../actions/error-notice";
import { useOperation } from "../../actions/use-operation";
import { DifferenceWords } from "../../requests/difference-words";
import { Button } from "../../ui/button";
import { Disclosure } from "../../ui/disclosure";
import { FieldRow } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { TextInput } from "../../ui/text-input";
import { problemSentence } from "../use-problem-words";

export interface RedirectCheckProps {
  client: { organizationId: string; clientId: string };
  /** Adds the URL that was compared to the form; missing for readers. */
  onAdd?: ((url: string) => void) | undefined;
}

/** Compares a rejected redirect URL with the registered ones, part by part. */
export function RedirectCheck({ client, onAdd }: RedirectCheckProps) {
  const t = useTranslations("client.redirectCheck");
  const [url, setUrl] = useState("");
  const [result, setResult] = useState<RedirectCheckResult | null>(null);
  const { error, pending, run, forget } = useOperation(
    () => call("checkRedirect", { params: paramsOf(client), body: { url } }),
    { refreshes: "nothing", onDone: setResult },
  );
  const check = () => {
    setResult(null);
    run();
  };
  const isWrong = error?.fields.some(({ path }) => path === "url");
  return (
    <div className="grid gap-3 rounded bg-sunken p-3">
      <FieldRow
        label={t("title")}
        hint={t("sentHint")}
        error={isWrong ? t("sentWrong") : undefined}
      >
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              mono
              required
              value={url}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                // The form around it is for saving.
                event.preventDefault();
                check();
              }}
              onChange={(event) => {
                forget();
                setUrl(event.target.value);
              }}
            />
            <Button pending={pending} onClick={check}>
              {t(pending ? "pending" : "submit")}
            </Button>
          </div>
        )}
      </FieldRow>
      {isWrong ? null : <ErrorNotice error={error} onReload={() => setResult(null)} />}
      {result ? (
        <Comparison
          result={result}
          onAdd={
            onAdd &&
            (() => {
              onAdd(result.checked);
              setResult(null);
            })
          }
        />
      ) : null}
    </div>
  );
}

function Comparison(props: { result: RedirectCheckResult; onAdd: (() => void) | undefined }) {
  const { result, onAdd } = props;
  const t = useTranslations("client.redirectCheck");
  if (result.accepted) {
    return <Notice tone="success" title={t("matches")} live next={t("matchesNext")} />;
  }
  const problem = () => <bdi lang="en">{problemSentence(result.problem ?? "")}</bdi>;
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
      {result.problem ? <p className="text-sm">{t.rich("notRegistrable", { problem })}</p> : null}
      {onAdd && !result.problem ? (
        <Button size="small" onClick={onAdd}>
          {t("add")}
        </Button>
      ) : null}
    </Notice>
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
            {entry.difference ? (
              <DifferenceWords parts={entry.difference_parts} english={entry.difference} />
            ) : (
              t("differsUnseen")
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
