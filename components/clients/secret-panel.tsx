"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-button";
import { Tabs } from "../ui/tabs";
import { envSnippet, firstTokenSnippet, type SnippetValues } from "./client-snippets";

export interface SecretPanelProps {
  clientName: string;
  values: SnippetValues;
  /** Called once the person says that the secret is stored. */
  onDone: () => void;
}

/** A new secret, in full and once; the way on opens when it is stored. */
export function SecretPanel({ clientName, values, onDone }: SecretPanelProps) {
  const [stored, setStored] = useState(false);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  return (
    <section
      aria-labelledby={titleId}
      className="max-w-form overflow-hidden rounded-lg border-2 border-brass bg-surface shadow-panel"
    >
      <header className="grid gap-1 bg-brass-soft px-4 py-4 sm:px-6">
        <h2 id={titleId} ref={title} tabIndex={-1} className="text-xl outline-none">
          <bdi>{clientName}</bdi> has its key
        </h2>
        <p>
          This is the API secret. Put it into a secret store or the extension’s environment now, and
          into no repository.
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
              content: <CodeBlock label="First token" code={firstTokenSnippet(values)} />,
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
            Go to the client
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
