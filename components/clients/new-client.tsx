"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { sendCall } from "@/lib/api/client/call";
import { createClientCall } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { ScopeView } from "../scopes/scope-view";
import { Button, LinkButton } from "../ui/button";
import { Notice } from "../ui/notice";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { EXAMPLE_BASE_URL } from "./client-snippets";
import { ClientForm } from "./configuration/client-form";
import {
  CLIENT_FIELD_PATHS,
  type ClientValues,
  changedFields,
  NEW_CLIENT,
  valueAt,
} from "./configuration/client-values";
import { ErrorSummary } from "./configuration/error-summary";
import { createBody } from "./configuration/saving-calls";
import { useClientForm } from "./configuration/use-client-form";
import { LazySecretPanel, loadSecretPanel } from "./lazy-secret-panel";
import { ShowCall } from "./show-call";

const ImportManifest = lazy(async () => ({
  default: (await import("./configuration/import-manifest")).ImportManifest,
}));

interface NewClientProps {
  organizationId: string;
  /** Path of the list; the new client's page is one segment below. */
  listPath: string;
  clusterUrl: string;
  catalogue: readonly ScopeView[];
}

/** The way to a new client: its form, then its credentials, once. */
export function NewClient(props: NewClientProps) {
  const { organizationId, listPath, clusterUrl, catalogue } = props;
  const t = useTranslations("clientForm.new");
  const words = useTranslations("clientForm.form");
  const router = useRouter();
  const [created, setCreated] = useState<ClientResponse | null>(null);
  const { form, values, element, pending, submit } = useClientForm(NEW_CLIENT);
  const changed = changedFields(NEW_CLIENT, values);
  const { restored, discard } = useStoredDraft(
    `client-draft ${organizationId}`,
    changed.length > 0 ? values : null,
    (draft) => form.reset(draft, { keepDefaultValues: true }),
  );
  useUnsavedGuard(created !== null || changed.length > 0);
  const create = createClientCall(organizationId, createBody(values, changed.includes("grants")));
  const startOver = () => {
    discard();
    form.reset(NEW_CLIENT);
  };

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
        onDone={() => router.push(`${listPath}/${created.client_id}`)}
      />
    );
  }
  return (
    <FormProvider {...form}>
      {restored ? (
        <Notice title={t("restored")}>
          <div>
            <Button size="small" onClick={startOver}>
              {t("startOver")}
            </Button>
          </div>
        </Notice>
      ) : null}
      <Suspense>
        <ImportManifest
          values={values}
          isNew
          onApply={(next) => form.reset(next, { keepDefaultValues: true })}
        />
      </Suspense>
      <form
        ref={element}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit([create], async () => {
            await loadSecretPanel();
            setCreated(await sendCall(create));
            discard();
          });
        }}
      >
        <ErrorSummary title={t("rejected")} />
        <ClientForm
          isNew
          scopes={{ catalogue, use: {}, isOldEnough: false, days: 0, nearest: {} }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="large" pending={pending}>
            {t(pending ? "pending" : "submit")}
          </Button>
          <LinkButton href={listPath} size="large" variant="quiet">
            {words("cancel")}
          </LinkButton>
        </div>
        <ShowCall calls={[create]} clusterUrl={clusterUrl} />
      </form>
    </FormProvider>
  );
}

/**
 * Keeps a draft in this tab, so that it survives reloads and navigation. It never contains a secret.
 * @param draft null while nothing was typed
 */
function useStoredDraft(
  key: string,
  draft: ClientValues | null,
  restore: (draft: ClientValues) => void,
) {
  const [restored, setRestored] = useState<boolean | null>(null);

  // After the first render, because the server cannot read the tab's storage.
  useEffect(() => {
    if (restored === null) {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
      if (isDraft(stored)) restore(stored);
      setRestored(isDraft(stored));
    } else if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  });
  const discard = () => {
    sessionStorage.removeItem(key);
    setRestored(false);
  };
  return { restored, discard };
}

/** Whether a stored value is a draft; an earlier version of the page may have stored other fields. */
function isDraft(stored: unknown): stored is ClientValues {
  return (
    typeof stored === "object" &&
    stored !== null &&
    CLIENT_FIELD_PATHS.every((field) => valueAt(stored, field) !== undefined)
  );
}
