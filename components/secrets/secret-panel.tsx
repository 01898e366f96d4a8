"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import {
  detailsSnippet,
  EXAMPLE_BASE_URL,
  envSnippet,
  firstTokenSnippet,
  kubernetesSnippet,
  type SnippetValues,
} from "@/lib/core/snippets/client-snippets";
import { envLine } from "@/lib/core/snippets/env-line";
import { shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-button";
import { Tabs } from "../ui/tabs";

interface ClientSecretPanelProps
  extends Pick<SecretPanelProps, "title" | "secret" | "isNew" | "doneLabel" | "onDone"> {
  client: ClientResponse;
  clusterUrl: string;
}

/** A secret of a client in full, with what the client needs to start. */
export function ClientSecretPanel({ client, clusterUrl, ...panel }: ClientSecretPanelProps) {
  const t = useTranslations("client.secretPanel");
  const { organizationId, clientId } = targetOf(client);
  const values: SnippetValues = {
    clusterUrl,
    organizationId,
    clientId,
    secret: panel.secret,
    baseUrl: client.base_url ?? EXAMPLE_BASE_URL,
    grants: client.grants,
    scopes: client.scopes.permissions,
  };
  return (
    <SecretPanel
      {...panel}
      note={t(panel.isNew ? "storeNew" : "storeShown")}
      clientId={clientId}
      formats={{
        ".env": { ".env": envSnippet(values) },
        curl: {
          [t("check")]: detailsSnippet(values),
          [t("firstToken")]: firstTokenSnippet(values),
        },
        Kubernetes: { [t("kubernetesSecret")]: kubernetesSnippet(values, client.slug) },
      }}
    />
  );
}

interface KeySecretPanelProps
  extends Pick<SecretPanelProps, "title" | "clientId" | "secret" | "onDone"> {
  /** Where tokens come from, without a slash at the end. */
  clusterUrl: string;
  /** False for a key of a gate, which sends its secret with each request instead of getting tokens. */
  getsTokens: boolean;
}

/** The new secret of a service key, which is shown only once. */
export function KeySecretPanel({ clusterUrl, getsTokens, ...panel }: KeySecretPanelProps) {
  const { clientId, secret } = panel;
  const t = useTranslations("platform.keys.secret");
  const env = [
    envLine("LATCHKEY_SERVICE_KEY", clientId),
    envLine("LATCHKEY_SERVICE_SECRET", secret),
  ].join("\n");
  const curl = getsTokens
    ? [
        `curl -u ${shellQuoted(clientId, ":", secret)} \\`,
        "  -d grant_type=client_credentials \\",
        `  ${shellQuoted(`${clusterUrl}/service/panel/authentication/v1.0/platform/oauth/token`)}`,
      ].join("\n")
    : `curl -H ${shellQuoted(`X-Gate-Key: ${secret}`)} ${shellQuoted(`${clusterUrl}/service/platform/gate/v1.0/check`)}`;
  return (
    <SecretPanel
      {...panel}
      note={t("note")}
      formats={{ ".env": { ".env": env }, curl: { [t(getsTokens ? "token" : "gate")]: curl } }}
      isNew
      doneLabel={t("done")}
    />
  );
}

interface SecretPanelProps {
  title: string;
  /** Where to store it. */
  note: string;
  clientId: string;
  secret: string;
  /** What it can be copied as: code by its label, by the name of the format. */
  formats: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True for one that was just made and must be stored; false for one that is shown again. */
  isNew: boolean;
  doneLabel: string;
  onDone: () => void;
}

/** A secret in full, in its own panel. The way on from a new one opens when it is stored. */
function SecretPanel(props: SecretPanelProps) {
  const { title, note, clientId, secret, formats, isNew, doneLabel, onDone } = props;
  const t = useTranslations("shell.secret");
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
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-xl">
          <bdi>{title}</bdi>
        </h2>
        <p>{note}</p>
      </header>
      <div className="grid gap-6 p-4 sm:p-6">
        <dl className="grid gap-4">
          <Credential label={t("apiKey")} value={clientId} />
          <Credential label={t("apiSecret")} value={secret} />
        </dl>
        <Tabs
          label={t("formats")}
          tabs={Object.entries(formats).map(([format, codes]) => ({
            value: format,
            label: format,
            content: (
              <div className="grid gap-3">
                {Object.entries(codes).map(([label, code]) => (
                  <CodeBlock key={label} label={label} code={code} />
                ))}
              </div>
            ),
          }))}
        />
        <div className="grid gap-3 border-line border-t pt-5">
          {isNew ? (
            <Checkbox
              label={t("stored")}
              checked={stored}
              onChange={(event) => setStored(event.target.checked)}
            />
          ) : null}
          <Button variant="primary" disabled={isNew && !stored} onClick={onDone}>
            {doneLabel}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Credential({ label, value }: { label: string; value: string }) {
  const t = useTranslations("shell.controls");
  return (
    <div className="grid gap-1.5">
      <dt className="font-semibold text-sm">{label}</dt>
      <dd className="flex flex-wrap items-center gap-2 rounded border border-line bg-sunken p-1 ps-3">
        <code className="min-w-0 flex-1 basis-48 font-mono text-sm">{value}</code>
        <CopyButton value={value} what={label} label={t("copy")} />
      </dd>
    </div>
  );
}
