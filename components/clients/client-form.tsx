"use client";

import { type FormEvent, useState } from "react";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import { Textarea } from "../ui/textarea";
import { type ClientDraft, type DraftErrors, EMPTY_DRAFT } from "./client-draft";
import { ConsentPreview } from "./consent-preview";
import { LifetimeField } from "./lifetime-field";
import { RedirectUrlRows } from "./redirect-url-rows";
import { ScopePicker } from "./scope-picker";

const DAY = 86_400;

export interface ClientFormProps {
  catalogue: readonly ScopeView[];
  errors: DraftErrors;
  pending: boolean;
  cancelHref: string;
  checkRedirectUrl: (url: string) => string | undefined;
  onSubmit: (draft: ClientDraft) => void;
}

/** The form for a new client. */
export function ClientForm(props: ClientFormProps) {
  const { catalogue, errors, pending, cancelHref, checkRedirectUrl, onSubmit } = props;
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const change = (part: Partial<ClientDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form onSubmit={submit} noValidate className="grid gap-6">
        <ErrorSummary errors={errors} />
        <Panel title="Identity" description="Sellers read it on the consent page.">
          <IdentityFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <Panel title="Addresses">
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
              check={checkRedirectUrl}
              onChange={(redirectUrls) => change({ redirectUrls })}
            />
          </div>
        </Panel>
        <Panel
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
        <Panel title="Lifetimes">
          <LifetimeFields draft={draft} errors={errors} onChange={change} />
        </Panel>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="large" disabled={pending}>
            {pending ? "Creating…" : "Create client"}
          </Button>
          <LinkButton href={cancelHref} size="large" variant="quiet">
            Cancel
          </LinkButton>
        </div>
      </form>
      <ConsentPreview draft={draft} catalogue={catalogue} />
    </div>
  );
}

function ErrorSummary({ errors }: { errors: DraftErrors }) {
  const count = Object.keys(errors).length;
  if (count === 0) return null;
  return (
    <Notice tone="error" title="The client was not created." live>
      <p>
        {errors[""] ??
          (count === 1 ? "One field needs a correction." : `${count} fields need a correction.`)}
      </p>
    </Notice>
  );
}

interface FieldsProps {
  draft: ClientDraft;
  errors: DraftErrors;
  onChange: (part: Partial<ClientDraft>) => void;
}

function IdentityFields({ draft, errors, onChange }: FieldsProps) {
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
            maxLength={1000}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
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

function LifetimeFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <LifetimeField
        label="Offline access token"
        hint="Short is safer; it is refreshed without the seller."
        value={draft.accessTokenLifetime}
        min={300}
        max={DAY}
        presets={[900, 3600, DAY]}
        error={errors.accessTokenLifetime}
        onChange={(accessTokenLifetime) => onChange({ accessTokenLifetime })}
      />
      <LifetimeField
        label="Refresh token"
        hint="Starts again with each refresh."
        value={draft.refreshTokenLifetime}
        min={DAY}
        max={365 * DAY}
        presets={[30 * DAY, 90 * DAY, 365 * DAY]}
        error={errors.refreshTokenLifetime}
        onChange={(refreshTokenLifetime) => onChange({ refreshTokenLifetime })}
      />
    </div>
  );
}
