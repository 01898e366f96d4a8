"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from "react";
import { FormProvider } from "react-hook-form";
import { sendCall } from "@/lib/api/client/call";
import type { ClientResponse } from "@/lib/clients/schemas";
import { ClientOnly } from "../../ui/client-only";
import { TakeFocus } from "../../ui/take-focus";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { RevokeSecretsChoice } from "../revoke-secrets-choice";
import { ClientForm } from "./client-form";
import {
  type ClientValues,
  changedFields,
  conflictsOf,
  mergeValues,
  valuesOf,
} from "./client-values";
import { useDifferences } from "./difference-table";
import { ErrorSummary } from "./error-summary";
import { SaveBar } from "./save-bar";
import { savingCalls } from "./saving-calls";
import type { ScopeFacts } from "./scopes-section";
import { useClientForm } from "./use-client-form";

// Loaded after the page: most visits need none of them.
const EditConflict = lazy(async () => ({
  default: (await import("./edit-conflict")).EditConflict,
}));
const RedirectCheck = lazy(async () => ({
  default: (await import("./redirect-check")).RedirectCheck,
}));
const ImportManifest = lazy(async () => ({
  default: (await import("./import-manifest")).ImportManifest,
}));

export interface ConfigurationProps {
  client: ClientResponse;
  scopes: ScopeFacts;
  clusterUrl: string;
  mayWrite: boolean;
  logo: ReactNode;
  /** What follows the fields. */
  children: ReactNode;
}

/** What was saved last, so that it can be undone. */
type Saved = { before: ClientValues; isUndone: boolean };

/**
 * Everything that can be changed of a client, on one page. If someone else changes it in the meantime, the page shows
 * their changes, merges both field by field, and asks only about fields that both changed.
 */
export function Configuration(props: ConfigurationProps) {
  const { client, scopes, clusterUrl, mayWrite, logo, children } = props;
  const t = useTranslations("clientForm.edit");
  const router = useRouter();
  const formId = useId();
  const differencesOf = useDifferences();
  const present = valuesOf(client);
  const [base, setBase] = useState({ values: present, version: client.version });
  const [saved, setSaved] = useState<Saved | null>(null);
  const [isStale, setStale] = useState(false);
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const { form, values, element, problems, pending, submit } = useClientForm(present);
  const isChanged = changedFields(base.values, values).length > 0;
  useUnsavedGuard(isChanged);

  const target = { organizationId: client.organization_id, clientId: client.client_id };
  const callsFor = (next: ClientValues) =>
    savingCalls({ ...target, version: base.version }, base.values, next, revokeSecrets);
  /** From here on a save is meant for the version that the person has now seen. */
  const goOnWith = (next: ClientValues, latest: typeof base) => {
    setBase(latest);
    form.reset(latest.values);
    form.reset(next, { keepDefaultValues: true });
    setStale(false);
  };
  const save = (next: ClientValues, isUndone: boolean) => {
    const calls = callsFor(next);
    submit(
      calls,
      async () => {
        let latest = base;
        try {
          for (const call of calls) {
            const answer = await sendCall(call);
            latest = { values: valuesOf(answer), version: answer.version };
          }
          goOnWith(latest.values, latest);
          setSaved({ before: base.values, isUndone });
        } finally {
          // The first of two calls may have been saved before the second was rejected.
          setBase(latest);
          router.refresh();
        }
      },
      () => {
        form.reset(next, { keepDefaultValues: true });
        setSaved(null);
        setStale(true);
        router.refresh();
      },
    );
  };

  const seenNow = () => ({ values: present, version: client.version });
  const isBehind = client.version > base.version && !pending;
  const theirs = isBehind ? changedFields(base.values, present) : [];
  const adopts = isBehind && !isStale && (theirs.length === 0 || !isChanged);
  useEffect(() => {
    if (adopts) goOnWith(mergeValues(base.values, values, present), seenNow());
  });
  const conflicts = conflictsOf(base.values, values, present);

  return (
    <FormProvider {...form}>
      {isBehind && !adopts ? (
        <TakeFocus>
          <Suspense>
            <EditConflict
              theirs={differencesOf(base.values, present).filter(
                ({ field }) => !conflicts.includes(field),
              )}
              conflicts={differencesOf(values, present).filter(({ field }) =>
                conflicts.includes(field),
              )}
              onMerge={(choices) =>
                goOnWith(mergeValues(base.values, values, present, choices), seenNow())
              }
              onTakeTheirs={() => goOnWith(present, seenNow())}
            />
          </Suspense>
        </TakeFocus>
      ) : null}
      <form
        id={formId}
        ref={element}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save(values, false);
        }}
      >
        <ErrorSummary title={t("rejected")} />
        <RevokeSecretsChoice
          problems={problems}
          agreed={revokeSecrets}
          onChange={setRevokeSecrets}
        />
        <ClientForm
          scopes={scopes}
          isReadOnly={!mayWrite}
          urls={
            <ClientOnly className="min-h-35 sm:min-h-27.5 lg:min-h-22.5">
              <RedirectCheck
                client={target}
                onAdd={
                  mayWrite
                    ? (url) =>
                        form.setValue("redirect_urls", [
                          ...values.redirect_urls.filter(Boolean),
                          url,
                        ])
                    : undefined
                }
              />
            </ClientOnly>
          }
        />
      </form>
      {logo}
      {mayWrite ? (
        <ClientOnly className="min-h-11.5">
          <ImportManifest
            values={values}
            isNew={false}
            onApply={(next) => form.reset(next, { keepDefaultValues: true })}
          />
        </ClientOnly>
      ) : null}
      {children}
      {mayWrite && (isChanged || saved) ? (
        <SaveBar
          formId={formId}
          differences={differencesOf(base.values, values)}
          calls={callsFor(values)}
          clusterUrl={clusterUrl}
          pending={pending}
          isUndone={saved?.isUndone ?? false}
          onDiscard={() => goOnWith(base.values, base)}
          onUndo={saved ? () => save(saved.before, !saved.isUndone) : null}
        />
      ) : null}
    </FormProvider>
  );
}
