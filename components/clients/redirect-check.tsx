"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { checkRedirect } from "@/lib/api-client/client-mutations";
import type { RedirectCheckResult } from "@/lib/clients/redirect-check/schemas";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Textarea } from "../ui/textarea";
import type { ClientDetailView } from "./client-views";
import { problemSentence } from "./problem-sentence";
import { RefusalNotice } from "./refusal-notice";
import { useClientAction } from "./use-client-action";

export interface RedirectCheckProps {
  client: Pick<ClientDetailView, "organizationId" | "clientId">;
}

/** Compares an address that authorize refused with the registered ones, part by part. */
export function RedirectCheck({ client }: RedirectCheckProps) {
  const [url, setUrl] = useState("");
  const [result, setResult] = useState<RedirectCheckResult | null>(null);
  const { refusal, pending, run } = useClientAction();
  const check = () =>
    run(async () => {
      setResult(null);
      setResult(await checkRedirect(client, url));
    });
  const problem = refusal?.fields.find(({ path }) => path === "url");
  return (
    <Panel title="Why is an address refused?">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <Field
          label="The redirect_uri that was sent"
          hint="Or the whole authorize address. It is compared and not kept."
          error={problem && problemSentence(problem.message)}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              required
              spellCheck={false}
              className="break-all font-mono text-sm"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={pending} className="w-fit">
          {pending ? "Comparing…" : "Compare"}
        </Button>
        {problem ? null : <RefusalNotice refusal={refusal} onReload={() => setResult(null)} />}
        {result ? <Comparison result={result} /> : null}
      </form>
    </Panel>
  );
}

function Comparison({ result }: { result: RedirectCheckResult }) {
  if (result.accepted) {
    return (
      <Notice tone="success" title="It matches: authorize takes it." live>
        <p>If a request was refused all the same, its entry in the failure log says why.</p>
      </Notice>
    );
  }
  const isNearest = (entry: Entry) => entry.url === result.nearest;
  const others = result.entries.filter((entry) => !isNearest(entry));
  return (
    <Notice tone="warning" title="It matches no registered address." live>
      <Entries entries={result.entries.filter(isNearest)} />
      {others.length > 0 ? (
        <details open={result.nearest === null}>
          <summary className="flex min-h-8 w-fit items-center gap-2 font-semibold text-sm">
            <ChevronRight className="chevron size-4 shrink-0" aria-hidden="true" />
            {others.length === 1 ? "The other one" : `The ${others.length} others`}
          </summary>
          <Entries entries={others} />
        </details>
      ) : null}
      {result.problem ? (
        <p className="text-sm">
          {problemSentence(result.problem)} So it cannot be registered as it was sent.
        </p>
      ) : null}
    </Notice>
  );
}

type Entry = RedirectCheckResult["entries"][number];

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.url} className="grid gap-0.5">
          <code className="font-mono text-sm">{entry.url}</code>
          <span className="text-sm">
            {entry.difference ? `Differs in ${entry.difference}.` : DIFFERS_UNSEEN}
          </span>
        </li>
      ))}
    </ul>
  );
}

const DIFFERS_UNSEEN = "Is written the same, but what was sent holds a character no URL may have.";
