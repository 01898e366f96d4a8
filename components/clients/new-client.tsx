"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState, useTransition } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { sendCall } from "@/lib/api/client/call";
import { createClientCall } from "@/lib/api/client/client-calls";
import { loadModule } from "@/lib/api/client/load-module";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { type ClientDraft, EMPTY_DRAFT, isDraft, isSameDraft } from "./client-draft";
import { ClientForm } from "./client-form";
import { EXAMPLE_BASE_URL } from "./client-snippets";
import { type DraftErrors, errorsOfAnswer } from "./draft-errors";
import { ImportManifest } from "./import-manifest";
import { LazySecretPanel, loadSecretPanel } from "./lazy-secret-panel";
import { createBody } from "./save-client";

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
  const router = useRouter();
  const [errors, setErrors] = useState<DraftErrors>({});
  const [created, setCreated] = useState<ClientResponse | null>(null);
  const [pending, startTransition] = useTransition();
  const { draft, setDraft, restored, discard } = useStoredDraft(`client-draft ${organizationId}`);
  useUnsavedGuard(created !== null || !isSameDraft(draft, EMPTY_DRAFT));

  const submit = () => {
    startTransition(async () => {
      try {
        const { newDraftErrors } = await loadModule(() => import("./draft-check"));
        const problems = newDraftErrors(draft);
        setErrors(problems);
        if (Object.keys(problems).length > 0) return;
        await loadSecretPanel();
        setCreated(await sendCall(createClientCall(organizationId, createBody(draft))));
        discard();
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        setErrors(errorsOfAnswer(draft, thrown));
      }
    });
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
    <>
      {restored ? (
        <Notice title={t("restored")}>
          <div>
            <Button size="small" onClick={discard}>
              {t("startOver")}
            </Button>
          </div>
        </Notice>
      ) : null}
      <ImportManifest draft={draft} isNew onApply={setDraft} />
      <ClientForm
        draft={draft}
        onChange={setDraft}
        catalogue={catalogue}
        errors={errors}
        errorTitle={t("rejected")}
        pending={pending}
        submitLabel={{ idle: t("submit"), pending: t("pending") }}
        cancelHref={listPath}
        calls={[createClientCall(organizationId, createBody(draft))]}
        clusterUrl={clusterUrl}
        onSubmit={submit}
      />
    </>
  );
}

/** A draft that survives reloads and navigation in this tab. It never contains a secret. */
interface StoredDraft {
  draft: ClientDraft;
  setDraft: (draft: ClientDraft) => void;
  /** True when the draft is one from an earlier visit. */
  restored: boolean;
  /** Discards the draft and its stored copy. */
  discard: () => void;
}

/** @param key of the draft in the tab's storage */
function useStoredDraft(key: string): StoredDraft {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [restored, setRestored] = useState(false);

  // After the first render, because the server cannot read the tab's storage.
  useEffect(() => {
    const storedDraft = readDraft(key);
    if (!storedDraft) return;
    setDraft(storedDraft);
    setRestored(true);
  }, [key]);

  const keep = (next: ClientDraft) => {
    setDraft(next);
    if (isSameDraft(next, EMPTY_DRAFT)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  const discard = () => {
    sessionStorage.removeItem(key);
    setDraft(EMPTY_DRAFT);
    setRestored(false);
  };
  return { draft, setDraft: keep, restored, discard };
}

function readDraft(key: string): ClientDraft | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
  return isDraft(stored) ? stored : undefined;
}
