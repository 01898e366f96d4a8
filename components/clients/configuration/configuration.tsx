"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { deleteLogoCall, putLogoCall, targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { asksToRevoke, RevokeSecretsChoice } from "../../actions/revoke-secrets-choice";
import { ClientOnly } from "../../ui/client-only";
import { FieldRow } from "../../ui/field";
import { Panel } from "../../ui/panel";
import { TakeFocus } from "../../ui/take-focus";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { ClientMark } from "../client-mark";
import { ClientFields } from "./client-field";
import { ClientFormProvider } from "./client-form-state";
import {
  type ClientValues,
  changedFields,
  conflictsOf,
  mergeValues,
  valuesOf,
} from "./client-values";
import { ErrorSummary } from "./error-summary";
import { SaveBar } from "./save-bar";
import { savingCalls } from "./saving-calls";
import { type ScopeFacts, ScopesSection } from "./scopes-section";
import { useClientForm } from "./use-client-form";
import { useDifferences } from "./use-differences";

// Loaded after the page: most visits need none of them.
const EditConflict = lazy(async () => ({
  default: (await import("./edit-conflict")).EditConflict,
}));
const RedirectCheck = lazy(async () => ({
  default: (await import("./redirect-check")).RedirectCheck,
}));
const LogoField = lazy(async () => ({
  default: (await import("../../brand/logo-field")).LogoField,
}));

export interface ConfigurationProps {
  client: ClientResponse;
  scopes: ScopeFacts;
  clusterUrl: string;
  mayWrite: boolean;
  children: ReactNode;
}

/** What was saved last, so that it can be undone. */
type Saved = { before: ClientValues; isUndone: boolean };

/** Everything that can be changed of a client. Changes of someone else in the meantime are merged field by field. */
export function Configuration(props: ConfigurationProps) {
  const { client, scopes, clusterUrl, mayWrite, children } = props;
  const t = useTranslations("clientForm.edit");
  const router = useRouter();
  const formId = useId();
  const differencesOf = useDifferences();
  const present = valuesOf(client);
  const [base, setBase] = useState({ values: present, version: client.version });
  const [saved, setSaved] = useState<Saved | null>(null);
  const [isStale, setStale] = useState(false);
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const { form, element, problems, pending, submit } = useClientForm(present);
  const { values } = form;
  const isChanged = changedFields(base.values, values).length > 0;
  useUnsavedGuard(isChanged);
  useSaveKey(element, mayWrite && isChanged);

  const { organizationId, clientId } = targetOf(client);
  const target = { organizationId, clientId };
  const callsFor = (next: ClientValues) =>
    savingCalls({ ...target, version: base.version }, base.values, next, revokeSecrets);
  const addRedirectUrl = (url: string) =>
    form.change("redirect_urls", [...values.redirect_urls.filter(Boolean), url]);
  /** From here on a save is meant for the version that the person has now seen. */
  const goOnWith = (next: ClientValues, latest: typeof base) => {
    setBase(latest);
    form.fill(next, latest.values);
    setStale(false);
  };
  const save = (next: ClientValues, isUndone: boolean) => {
    if (pending) return;
    const calls = callsFor(next);
    submit({
      calls,
      send: async () => {
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
      onStale: () => {
        form.fill(next);
        setSaved(null);
        setStale(true);
        router.refresh();
      },
    });
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
    <ClientFormProvider value={form}>
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
        {asksToRevoke(problems) ? (
          <RevokeSecretsChoice
            checked={revokeSecrets}
            onChange={({ target }) => setRevokeSecrets(target.checked)}
          />
        ) : null}
        <ClientForm
          scopes={scopes}
          isReadOnly={!mayWrite}
          below={{
            listing: mayWrite ? <ClientLogo client={client} /> : null,
            urls: (
              <ClientOnly className="min-h-35 sm:min-h-27.5 lg:min-h-22.5">
                <RedirectCheck client={target} onAdd={mayWrite ? addRedirectUrl : undefined} />
              </ClientOnly>
            ),
          }}
        />
      </form>
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
    </ClientFormProvider>
  );
}

/** Saves with Ctrl S or ⌘ S, like the button of the bar while it is there. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, isOffered: boolean) {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // With a dialog open, the page behind it is inert.
      if (isOffered && !document.querySelector("dialog:modal")) form.current?.requestSubmit();
    };
    window.addEventListener("keydown", save);
    return () => window.removeEventListener("keydown", save);
  }, [form, isOffered]);
}

/** The logo, which is stored at once. */
function ClientLogo({ client }: { client: ClientResponse }) {
  const t = useTranslations("logo");
  const { client_id: clientId, name, logo_uri: logoUri } = client;
  const target = targetOf(client);
  return (
    <FieldRow label={t("title")} isGroup>
      {() => (
        <ClientOnly className="min-h-33 sm:min-h-28">
          <LogoField
            preview={<ClientMark size="large" client={{ clientId, name, logoUri }} />}
            hasLogo={logoUri !== null}
            send={(file) =>
              sendCall<"putClientLogo" | "deleteClientLogo">(
                file ? putLogoCall(target, file) : deleteLogoCall(target),
              )
            }
          />
        </ClientOnly>
      )}
    </FieldRow>
  );
}

const GROUPS = ["identity", "urls", "scopes", "tokens", "listing"] as const;

interface ClientFormProps {
  scopes: ScopeFacts;
  /** What follows the fields of a group. */
  below: Readonly<Partial<Record<(typeof GROUPS)[number], ReactNode>>>;
  isReadOnly: boolean;
}

/** The parts of a client's form, each with its fields from the table. Needs a form around it. */
function ClientForm({ scopes, below, isReadOnly }: ClientFormProps) {
  const t = useTranslations("clientForm.form");
  const whatOf = (group: (typeof GROUPS)[number]) =>
    group === "urls" || group === "tokens" ? undefined : t(`${group}What`);
  return GROUPS.map((group) => (
    <Panel key={group} id={group} title={t(group)} description={whatOf(group)}>
      {group === "scopes" ? (
        <ScopesSection {...scopes} isReadOnly={isReadOnly} />
      ) : (
        <div className="grid gap-5">
          <ClientFields group={group} isReadOnly={isReadOnly} />
          {below[group]}
        </div>
      )}
    </Panel>
  ));
}
