"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { sendCall } from "@/lib/api/client/call";
import { createClientCall } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { parseBaseUrl } from "@/lib/core/addresses/registered-url";
import { Button, LinkButton } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Radio } from "../ui/radio";
import { TextInput } from "../ui/text-input";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { EXAMPLE_BASE_URL } from "./client-snippets";
import { changedFields, NEW_CLIENT } from "./configuration/client-values";
import { ImportManifest } from "./configuration/import-manifest";
import { createBody } from "./configuration/saving-calls";
import { LazySecretPanel, loadSecretPanel } from "./lazy-secret-panel";
import { ShowCall } from "./show-call";
import {
  type ClientKind,
  redirectUrlOf,
  type StartingFields,
  type StartingValues,
  startingBody,
} from "./starting-body";
import { problemSentence, useProblemWords } from "./use-problem-words";

interface NewClientProps {
  organizationId: string;
  /** Path of the list; the new client's page is one segment below. */
  listPath: string;
  clusterUrl: string;
  starting: StartingValues;
  /** What the scopes that it starts with mean. */
  sentences: Readonly<Record<ClientKind, string>>;
}

const KINDS: readonly ClientKind[] = ["extension", "script"];
const NOTHING_TYPED: StartingFields = { name: "", kind: "extension", url: "" };

/** Where the API reports an error of a field of this form. */
const PATHS = { "meta.name": "name", base_url: "url", "redirect_urls.0": "url" } as const;
type Problems = Partial<Record<"name" | "url" | "form", string>>;

/** The way to a new client: three fields, its secret, once, and then its quick start. */
export function NewClient(props: NewClientProps) {
  const { organizationId, listPath, clusterUrl, starting } = props;
  const t = useTranslations("clientForm.new");
  const router = useRouter();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [values, setValues] = useState(NEW_CLIENT);
  const [problems, setProblems] = useState<Problems>({});
  const [created, setCreated] = useState<ClientResponse | null>(null);
  const [pending, startTransition] = useTransition();
  const changed = changedFields(NEW_CLIENT, values);
  const imported = changed.length === 0 ? null : createBody(values, changed.includes("grants"));
  const create = createClientCall(organizationId, startingBody(typed, starting, imported));
  const root = useRef<HTMLDivElement>(null);
  useUnsavedGuard(created !== null || typed.name !== "" || imported !== null);

  // Someone may have scrolled, or started on another field, before the scripts ran.
  useEffect(() => {
    if (root.current?.contains(document.activeElement)) return;
    root.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);

  const submit = () =>
    startTransition(async () => {
      try {
        setProblems({});
        await loadSecretPanel();
        setCreated(await sendCall(create));
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        setProblems(problemsOf(thrown));
      }
    });

  if (created) {
    return (
      <LazySecretPanel
        title={t("created", { name: created.meta.name })}
        values={{
          clusterUrl,
          organizationId,
          clientId: created.client_id,
          secret: created.secret[0] ?? "",
          baseUrl: created.base_url ?? EXAMPLE_BASE_URL,
          grants: created.grants,
          scopes: created.scopes.permissions,
        }}
        slug={created.slug}
        isNew
        doneLabel={t("done")}
        onDone={() => router.push(`${listPath}/${created.client_id}/quick-start`)}
      />
    );
  }
  return (
    <div ref={root} className="grid max-w-form gap-4">
      <StartingForm
        {...props}
        typed={typed}
        redirectUrls={imported?.redirect_urls ?? []}
        problems={problems}
        pending={pending}
        onChange={setTyped}
        onSubmit={submit}
      />
      <ImportManifest
        values={values}
        isNew
        onApply={(next) => {
          setValues(next);
          setTyped({ ...typed, name: next.meta.name, url: next.base_url || null });
        }}
      />
      <ShowCall calls={[create]} clusterUrl={clusterUrl} />
    </div>
  );
}

interface StartingFormProps extends NewClientProps {
  typed: StartingFields;
  /** Those of a manifest; otherwise one is derived. */
  redirectUrls: readonly string[];
  problems: Problems;
  pending: boolean;
  onChange: (typed: StartingFields) => void;
  onSubmit: () => void;
}

function StartingForm(props: StartingFormProps) {
  const { typed, listPath, sentences, problems, pending, onChange, onSubmit } = props;
  const t = useTranslations("clientForm.new");
  const problem = useProblemWords();
  const form = useRef<HTMLFormElement>(null);
  const isUnnamed = typed.name.trim() === "" && problems.name !== undefined;
  const nameError = isUnnamed ? t("nameMissing") : problem(problems.name);
  const change = (part: Partial<StartingFields>) => onChange({ ...typed, ...part });
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid], [data-summary]")?.focus();
  }, [problems]);

  return (
    <Panel>
      <form ref={form} onSubmit={send} noValidate className="grid gap-6">
        {problems.form ? (
          <div data-summary tabIndex={-1}>
            <Notice tone="error" title={t("rejected")} live>
              <p>{problem(problems.form)}</p>
            </Notice>
          </div>
        ) : null}
        <Field label={t("name")} hint={t("nameHint")} error={nameError}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={typed.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">{t("kind")}</legend>
          {KINDS.map((kind) => (
            <Radio
              key={kind}
              name="kind"
              checked={typed.kind === kind}
              onChange={() => change({ kind })}
            >
              <span>{t(`kinds.${kind}.name`)}</span>
              <span className="text-muted text-sm">{t(`kinds.${kind}.what`)}</span>
            </Radio>
          ))}
        </fieldset>
        {typed.kind === "extension" ? <AddressFields {...props} change={change} /> : null}
        <p className="text-muted text-sm">
          {t("startsWith", { sentence: sentences[typed.kind] || t("noScope") })}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={pending}>
            {t(pending ? "pending" : "submit")}
          </Button>
          <LinkButton href={listPath} variant="quiet">
            {t("cancel")}
          </LinkButton>
        </div>
      </form>
    </Panel>
  );
}

function AddressFields(
  props: StartingFormProps & { change: (part: Partial<StartingFields>) => void },
) {
  const { typed, redirectUrls, problems, starting, change } = props;
  const t = useTranslations("clientForm.new");
  const [lastUrl, setLastUrl] = useState("");
  const isOwn = typed.url !== null;
  const url = typed.url ?? "";
  const derived = isOwn ? url.trim() && redirectUrlOf(url) : starting.sandboxCallback;
  const error = useUrlError(url, problems.url);
  const returnTo = redirectUrls.length > 0 ? redirectUrls : [derived];
  return (
    <div className="grid gap-3">
      {isOwn ? (
        <Field label={t("url")} hint={t("urlHint")} error={error}>
          {(control) => (
            <TextInput
              {...control}
              mono
              inputMode="url"
              placeholder="https://shipfast.example.com"
              value={url}
              onChange={({ target }) => change({ url: target.value })}
            />
          )}
        </Field>
      ) : null}
      <Checkbox
        label={t("noUrl")}
        description={t("noUrlHint")}
        checked={!isOwn}
        onChange={({ target }) => {
          setLastUrl(url);
          change({ url: target.checked ? null : lastUrl });
        }}
      />
      <dl className="grid gap-1 rounded bg-sunken p-3 text-sm">
        <dt className="font-semibold">{t("returnsTo")}</dt>
        {returnTo.map((address) => (
          <dd key={address} className="break-all font-mono">
            {address || <span className="font-sans text-muted">{t("returnsToHint")}</span>}
          </dd>
        ))}
      </dl>
    </div>
  );
}

/** What is wrong with the URL: found here, in the reader's language, or by the API. */
function useUrlError(url: string, problem: string | undefined): ReactNode {
  const t = useTranslations("clientForm.addressProblems");
  const words = useProblemWords();
  const { fault } = problem && url ? parseBaseUrl(url.trim()) : { fault: undefined };
  if (!fault) return words(problem);
  const { code, ...values } = fault;
  return t(code, values);
}

function problemsOf({ fields, message }: ApiError): Problems {
  const problems: Problems = fields.length > 0 ? {} : { form: message };
  for (const field of fields) {
    const place = PATHS[field.path as keyof typeof PATHS] ?? "form";
    problems[place] ??= problemSentence(field.message);
  }
  return problems;
}
