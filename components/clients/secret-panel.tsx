"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-button";
import { Tabs } from "../ui/tabs";
import {
  detailsSnippet,
  envSnippet,
  firstTokenSnippet,
  type SnippetValues,
} from "./client-snippets";

export interface SecretPanelProps {
  title: string;
  values: SnippetValues;
  /** What the button after storing it says. */
  doneLabel: string;
  /** Called once the person says that the secret is stored. */
  onDone: () => void;
}

/** A new secret, in full and once; the way on opens when it is stored. */
export function SecretPanel({ title, values, doneLabel, onDone }: SecretPanelProps) {
  const [stored, setStored] = useState(false);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section
      aria-labelledby={titleId}
      className="max-w-form overflow-hidden rounded-lg border-2 border-brass bg-surface shadow-panel"
    >
      <header className="grid gap-1 bg-brass-soft px-4 py-4 sm:px-6">
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-xl outline-none">
          <bdi>{title}</bdi>
        </h2>
        <p>
          Put the API secret into a secret store or the extension’s environment now, and into no
          repository. This page shows it once.
        </p>
      </header>
      <div className="grid gap-6 p-4 sm:p-6">
        <dl className="grid gap-4">
          <Credential label="API key (client_id)" value={values.clientId} />
          <Credential label="API secret (client_secret)" value={values.secret} />
        </dl>
        <Tabs
          label="Take it away as"
          tabs={[
            {
              value: "env",
              label: ".env",
              content: <CodeBlock label=".env" code={envSnippet(values)} />,
            },
            {
              value: "curl",
              label: "curl",
              content: (
                <div className="grid gap-3">
                  <CodeBlock label="Check key and secret" code={detailsSnippet(values)} />
                  <CodeBlock label="First token" code={firstTokenSnippet(values)} />
                </div>
              ),
            },
          ]}
        />
        <div className="grid gap-3 border-line border-t pt-5">
          <Checkbox
            label="I have stored the secret"
            checked={stored}
            onChange={(event) => setStored(event.target.checked)}
          />
          <Button variant="primary" className="w-fit" disabled={!stored} onClick={onDone}>
            {doneLabel}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Credential({ label, value }: { label: string; value: string }) {
  return (
    <div className="grid gap-1.5">
      <dt className="font-semibold text-sm">{label}</dt>
      <dd className="flex flex-wrap items-center gap-2 rounded border border-line bg-sunken p-1 ps-3">
        <code className="min-w-0 flex-1 basis-48 font-mono text-sm">{value}</code>
        <CopyButton value={value} what={label} label="Copy" />
      </dd>
    </div>
  );
}
