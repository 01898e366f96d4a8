"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import { parseBaseUrl } from "@/lib/core/addresses/registered-url";
import type { ScopeView } from "../scopes/scope-view";
import { Button, LinkButton } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Textarea, TextInput } from "../ui/text-input";
import type { ClientDraft } from "./client-draft";
import { ConsentPreview } from "./consent-preview";
import { type DraftErrors, openErrors } from "./draft-errors";
import type { FieldsProps } from "./fields-props";
import { RedirectUrlRows } from "./redirect-url-rows";
import { ScopePicker } from "./scope-picker";
import { ShowCall } from "./show-call";
import { SupportFields } from "./support-fields";
import { TokenFields } from "./token-fields";
import { useAddressError } from "./use-address-error";
import { useProblemWords } from "./use-problem-words";

export interface ClientFormProps {
  draft: ClientDraft;
  onChange: (draft: ClientDraft) => void;
  catalogue: readonly ScopeView[];
  errors: DraftErrors;
  /** Title of the error notice: "The client was not created." */
  errorTitle: string;
  pending: boolean;
  submitLabel: { idle: string; pending: string };
  cancelHref: string;
  /** The calls that submitting would make. */
  calls: readonly PreparedCall<ClientOperationId>[];
  clusterUrl: string;
  onSubmit: () => void;
}

export function ClientForm(props: ClientFormProps) {
  const { draft, catalogue, pending, submitLabel, cancelHref, onSubmit } = props;
  const [rejected, setRejected] = useState({ errors: props.errors, draft });
  if (rejected.errors !== props.errors) setRejected({ errors: props.errors, draft });
  const errors = openErrors(props.errors, rejected.draft, draft);
  const t = useTranslations("clientForm.form");
  const baseUrlError = useAddressError({
    value: draft.baseUrl,
    parse: parseBaseUrl,
    left: false,
    errors,
    place: "baseUrl",
  });
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const change = (part: Partial<ClientDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  useEffect(() => {
    if (Object.keys(props.errors).length === 0) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    (field ?? summary.current)?.focus();
  }, [props.errors]);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
        <div ref={summary} tabIndex={-1} className="empty:hidden">
          <ErrorSummary title={props.errorTitle} errors={errors} />
        </div>
        <Panel id="identity" title={t("identity")} description={t("identityWhat")}>
          <IdentityFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <Panel id="support" title={t("support")} description={t("supportWhat")}>
          <SupportFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <Panel id="redirect-urls" title={t("addresses")}>
          <div className="grid gap-6">
            <Field label={t("baseUrl")} hint={t("baseUrlHint")} error={baseUrlError}>
              {(control) => (
                <TextInput
                  {...control}
                  mono
                  inputMode="url"
                  placeholder="https://shipfast.example.com"
                  value={draft.baseUrl}
                  onChange={(event) => change({ baseUrl: event.target.value })}
                />
              )}
            </Field>
            <RedirectUrlRows
              rows={draft.redirectUrls}
              baseUrl={draft.baseUrl}
              errors={errors}
              onChange={(redirectUrls) => change({ redirectUrls })}
            />
          </div>
        </Panel>
        <Panel id="scopes" title={t("scopes")} description={t("scopesWhat")}>
          <ScopePicker
            catalogue={catalogue}
            selected={draft.scopes}
            error={errors.scopes}
            onChange={(scopes) => change({ scopes })}
          />
        </Panel>
        <Panel id="tokens" title={t("tokens")}>
          <TokenFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="large" pending={pending}>
            {pending ? submitLabel.pending : submitLabel.idle}
          </Button>
          <LinkButton href={cancelHref} size="large" variant="quiet">
            {t("cancel")}
          </LinkButton>
        </div>
        <ShowCall calls={props.calls} clusterUrl={props.clusterUrl} />
      </form>
      <ConsentPreview draft={draft} catalogue={catalogue} />
    </div>
  );
}

function ErrorSummary({ title, errors }: { title: string; errors: DraftErrors }) {
  const t = useTranslations("clientForm.form");
  const problem = useProblemWords();
  const count = Object.keys(errors).length;
  if (count === 0) return null;
  return (
    <Notice tone="error" title={title} live>
      <p>{problem(errors[""]) ?? t("toCorrect", { count })}</p>
    </Notice>
  );
}

function IdentityFields({ draft, errors, onChange }: FieldsProps) {
  const t = useTranslations("clientForm.form");
  const problem = useProblemWords();
  return (
    <div className="grid gap-5">
      <Field label={t("name")} error={problem(errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={120}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("description")} optional error={problem(errors.description)}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("tags")} hint={t("tagsHint")} optional error={problem(errors.tags)}>
        {(control) => (
          <TextInput
            {...control}
            placeholder={t("tagsExample")}
            value={draft.tags}
            onChange={(event) => onChange({ tags: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
