"use client";

import { type FormEvent, useEffect, useRef } from "react";
import type { PreparedCall } from "@/lib/api-client/prepared-call";
import { clientTypes } from "@/lib/clients/field-schemas";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { Textarea } from "../ui/textarea";
import type { ClientDraft } from "./client-draft";
import { clientTypeLabel } from "./client-words";
import { ConsentPreview } from "./consent-preview";
import type { DraftErrors } from "./draft-errors";
import { RedirectUrlRows } from "./redirect-url-rows";
import { ScopePicker } from "./scope-picker";
import { ShowCall } from "./show-call";
import { TokenFields } from "./token-fields";

const TYPE_OPTIONS = clientTypes.map((type) => ({ value: type, label: clientTypeLabel(type) }));

export interface ClientFormProps {
  draft: ClientDraft;
  onChange: (draft: ClientDraft) => void;
  catalogue: readonly ScopeView[];
  errors: DraftErrors;
  /** Title of the notice above a form that was refused: "The client was not created." */
  refusedTitle: string;
  pending: boolean;
  submitLabel: { idle: string; pending: string };
  cancelHref: string;
  /** What submitting would send. */
  calls: readonly PreparedCall[];
  clusterUrl: string;
  /** True where the type of a client can still be chosen. */
  isNew: boolean;
  onSubmit: () => void;
}

/** The form of a client. */
export function ClientForm(props: ClientFormProps) {
  const { draft, catalogue, errors, pending, submitLabel, cancelHref, onSubmit } = props;
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<ClientDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form ref={form} onSubmit={submit} noValidate className="grid gap-6">
        <ErrorSummary title={props.refusedTitle} errors={errors} />
        <Panel id="identity" title="Identity" description="Sellers read it on the consent page.">
          <IdentityFields draft={draft} errors={errors} onChange={change} isNew={props.isNew} />
        </Panel>
        <Panel id="redirect-urls" title="Addresses">
          <div className="grid gap-6">
            <Field
              label="Base URL"
              hint="Where the extension runs. Installing opens /fp/install there."
              error={errors.baseUrl}
            >
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
        <Panel
          id="scopes"
          title="Scopes"
          description="The most it may ask a seller for. Ask for what it needs; sellers read every line."
        >
          <ScopePicker
            catalogue={catalogue}
            selected={draft.scopes}
            error={errors.scopes}
            onChange={(scopes) => change({ scopes })}
          />
        </Panel>
        <Panel id="tokens" title="Tokens">
          <TokenFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="large" disabled={pending}>
            {pending ? submitLabel.pending : submitLabel.idle}
          </Button>
          <LinkButton href={cancelHref} size="large" variant="quiet">
            Cancel
          </LinkButton>
        </div>
        <ShowCall calls={props.calls} clusterUrl={props.clusterUrl} />
      </form>
      <ConsentPreview draft={draft} catalogue={catalogue} />
    </div>
  );
}

function ErrorSummary({ title, errors }: { title: string; errors: DraftErrors }) {
  const count = Object.keys(errors).length;
  if (count === 0) return null;
  return (
    <Notice tone="error" title={title} live>
      <p>
        {errors[""] ??
          (count === 1 ? "One field needs a correction." : `${count} fields need a correction.`)}
      </p>
    </Notice>
  );
}

/** What a part of the form needs. */
export interface FieldsProps {
  draft: ClientDraft;
  errors: DraftErrors;
  onChange: (part: Partial<ClientDraft>) => void;
}

function IdentityFields(props: FieldsProps & { isNew: boolean }) {
  const { draft, errors, onChange, isNew } = props;
  return (
    <div className="grid gap-5">
      <Field label="Name" error={errors.name}>
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
      <Field label="Description" optional error={errors.description}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      {isNew ? (
        <Field
          label="Type"
          hint="Sellers can install extensions. The others are for tools of your platform."
          error={errors.clientType}
        >
          {(control) => (
            <Select
              {...control}
              options={TYPE_OPTIONS}
              value={draft.clientType}
              onChange={(event) => {
                const clientType = clientTypes.find((type) => type === event.target.value);
                if (clientType) onChange({ clientType });
              }}
              className="max-w-60"
            />
          )}
        </Field>
      ) : null}
      <Field
        label="Tags"
        hint="For your own lists. Separate them with commas."
        optional
        error={errors.tags}
      >
        {(control) => (
          <TextInput
            {...control}
            placeholder="logistics, beta"
            value={draft.tags}
            onChange={(event) => onChange({ tags: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
