"use client";

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
  return (
    <Notice tone="warning" title="It matches no registered address." live>
      <ul className="grid gap-3">
        {result.entries.map((entry) => (
          <li key={entry.url} className="grid gap-0.5">
            <code className="font-mono text-sm">{entry.url}</code>
            <span className="text-sm">
              {entry.difference ? `Differs in ${entry.difference}.` : DIFFERS_UNSEEN}
            </span>
          </li>
        ))}
      </ul>
      {result.problem ? (
        <p className="text-sm">
          {problemSentence(result.problem)} So it cannot be registered as it was sent.
        </p>
      ) : null}
    </Notice>
  );
}

const DIFFERS_UNSEEN = "Is written the same, but what was sent holds a character no URL may have.";
