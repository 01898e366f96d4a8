"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { createClientCall } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { ShowCall } from "../actions/show-call";
import { ClientSecretPanel, loadSecretPanels } from "../secrets/lazy-secret-panel";
import { Button, LinkButton } from "../ui/button";
import { Radio } from "../ui/checkbox";
import { FieldRow } from "../ui/field";
import { Panel } from "../ui/panel";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { ClientField } from "./configuration/client-field";
import { ClientFormProvider } from "./configuration/client-form-state";
import {
  type ClientValues,
  changedFields,
  NEW_CLIENT,
  sdkCallback,
} from "./configuration/client-values";
import { ErrorSummary } from "./configuration/error-summary";
import { ImportManifest } from "./configuration/import-manifest";
import { createBody } from "./configuration/saving-calls";
import { useClientForm } from "./configuration/use-client-form";

/** What a new client is: an extension that sellers install, or a script of the organization's own. */
type ClientKind = "extension" | "script";

const KINDS: readonly ClientKind[] = ["extension", "script"];

interface NewClientProps {
  organizationId: string;
  /** Path of the list; the new client's page is one segment below. */
  listPath: string;
  clusterUrl: string;
  /** Our own callback, for a client without an address. */
  sandboxCallback: string;
  /** The scopes that it starts with, and what they mean. */
  starting: Readonly<Record<ClientKind, { scopes: string[]; sentence: string }>>;
}

/** The way to a new client: three fields, its secret, once, and then its quick start. */
export function NewClient(props: NewClientProps) {
  const { organizationId, listPath, clusterUrl, sandboxCallback, starting } = props;
  const t = useTranslations("clientForm.new");
  const router = useRouter();
  const [kind, setKind] = useState<ClientKind>("extension");
  const [created, setCreated] = useState<ClientResponse | null>(null);
  const { form, element, pending, submit } = useClientForm(NEW_CLIENT, ["meta.name", "base_url"]);
  const { values } = form;
  const { scopes, sentence } = starting[kind];
  const complete = withDefaults(values, { kind, scopes, sandboxCallback });
  const create = createClientCall(organizationId, createBody(complete));
  useUnsavedGuard(created !== null || changedFields(NEW_CLIENT, values).length > 0);

  // Someone may have scrolled, or started on another field, before the scripts ran.
  useEffect(() => {
    if (element.current?.contains(document.activeElement)) return;
    element.current?.querySelector("input")?.focus({ preventScroll: true });
  }, [element]);

  if (created) {
    return (
      <ClientSecretPanel
        title={t("created", { name: created.meta.name })}
        client={created}
        clusterUrl={clusterUrl}
        secret={created.secret[0] ?? ""}
        isNew
        doneLabel={t("done")}
        onDone={() => router.push(`${listPath}/${created.client_id}/connect`)}
      />
    );
  }
  return (
    <ClientFormProvider value={form}>
      <div className="grid max-w-form gap-4">
        <Panel>
          <form
            ref={element}
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              submit({
                calls: [create],
                send: async () => {
                  await loadSecretPanels();
                  setCreated(await sendCall(create));
                },
              });
            }}
          >
            <ErrorSummary title={t("rejected")} />
            <ClientField path="meta.name" hint={t("nameHint")} />
            <FieldRow label={t("kind")} isGroup>
              {() =>
                KINDS.map((each) => (
                  <Radio
                    key={each}
                    name="kind"
                    checked={kind === each}
                    onChange={() => setKind(each)}
                    label={t(`kinds.${each}.name`)}
                    description={t(`kinds.${each}.what`)}
                  />
                ))
              }
            </FieldRow>
            {kind === "extension" ? (
              <>
                <ClientField path="base_url" label={t("url")} hint={t("urlHint")} waits />
                <FieldRow
                  label={t("returnsTo")}
                  hint={complete.base_url === null ? t("sandboxHint") : undefined}
                  isGroup
                >
                  {() =>
                    complete.redirect_urls.map((address) => (
                      <code key={address} className="break-all font-mono sm:pt-2">
                        {address}
                      </code>
                    ))
                  }
                </FieldRow>
              </>
            ) : null}
            <p className="text-muted text-sm">
              {t("startsWith", { sentence: sentence || t("noScope") })}
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
        <ImportManifest isNew />
        <ShowCall calls={[create]} clusterUrl={clusterUrl} />
      </div>
    </ClientFormProvider>
  );
}

interface Defaults {
  kind: ClientKind;
  scopes: string[];
  sandboxCallback: string;
}

/** The values with what the form does not ask for, unless a manifest has it. */
function withDefaults(values: ClientValues, defaults: Defaults): ClientValues {
  const { kind, scopes, sandboxCallback } = defaults;
  const { permissions } = values.scopes;
  const filled = {
    ...values,
    scopes: permissions.length > 0 ? values.scopes : { ...values.scopes, permissions: scopes },
  };
  if (kind === "script") {
    const isChosen = changedFields(NEW_CLIENT, values).includes("grants");
    return {
      ...filled,
      base_url: null,
      grants: isChosen ? values.grants : ["client_credentials"],
    };
  }
  const baseUrl = values.base_url?.trim() || null;
  const redirectUrl = baseUrl === null ? sandboxCallback : sdkCallback(baseUrl);
  return {
    ...filled,
    base_url: baseUrl,
    redirect_urls: values.redirect_urls.length > 0 ? values.redirect_urls : [redirectUrl],
  };
}
