"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { CopyButton } from "../ui/copy-button";
import { type Tab, Tabs } from "../ui/tabs";

export interface SecretFrameProps {
  title: string;
  /** Where to store it. */
  note: string;
  clientId: string;
  secret: string;
  /** The formats that it can be copied in. */
  formats: readonly Tab[];
  /** True for one that was just made and must be stored; false for one that is shown again. */
  isNew: boolean;
  /** Label of the button after storing the secret. */
  doneLabel: string;
  /** Called when the person is done with it. */
  onDone: () => void;
}

/** A secret in full, in its own panel. The way on from a new one opens when it is stored. */
export function SecretFrame(props: SecretFrameProps) {
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
        <Tabs label={t("formats")} tabs={formats} />
        <div className="grid gap-3 border-line border-t pt-5">
          {isNew ? (
            <Checkbox
              label={t("stored")}
              checked={stored}
              onChange={(event) => setStored(event.target.checked)}
            />
          ) : null}
          <Button variant="primary" className="w-fit" disabled={isNew && !stored} onClick={onDone}>
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
