"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ApiError } from "@/lib/api-client/api-error";
import { createClientCall } from "@/lib/api-client/client-calls";
import { createClient } from "@/lib/api-client/client-mutations";
import { createClientSchema } from "@/lib/clients/input-schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { EMPTY_DRAFT, isSameDraft } from "./client-draft";
import { ClientForm } from "./client-form";
import { createBody } from "./draft-bodies";
import { type DraftErrors, problemErrors, refusalErrors } from "./draft-errors";
import { ImportManifest } from "./import-manifest";
import { SecretPanel } from "./secret-panel";
import { useKeptDraft } from "./use-kept-draft";

export interface NewClientProps {
  organizationId: string;
  /** Path of the list; the new client's page is one segment below. */
  listPath: string;
  clusterUrl: string;
  catalogue: readonly ScopeView[];
}

/** The way to a new client: its form, then its credentials, once. */
export function NewClient(props: NewClientProps) {
  const { organizationId, listPath, clusterUrl, catalogue } = props;
  const router = useRouter();
  const [errors, setErrors] = useState<DraftErrors>({});
  const [created, setCreated] = useState<ClientResponse | null>(null);
  const [pending, startTransition] = useTransition();
  const { draft, setDraft, restored, discard } = useKeptDraft(`client-draft ${organizationId}`);
  useUnsavedGuard(created !== null || !isSameDraft(draft, EMPTY_DRAFT));

  const submit = () => {
    const body = createBody(draft);
    const problems = problemErrors(draft, [createClientSchema.safeParse(body)]);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    startTransition(async () => {
      try {
        setCreated(await createClient(organizationId, body));
        discard();
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        setErrors(refusalErrors(draft, thrown));
      }
    });
  };

  if (created) {
    return (
      <SecretPanel
        title={`${created.meta.name} has its key`}
        values={{
          clusterUrl,
          organizationId,
          clientId: created.client_id,
          secret: created.secret[0] ?? "",
          baseUrl: created.base_url ?? "",
          grants: created.grants,
        }}
        slug={created.slug}
        isNew
        doneLabel="Go to the client"
        onDone={() => router.push(`${listPath}/${created.client_id}`)}
      />
    );
  }
  return (
    <>
      {restored ? (
        <Notice title="This is the draft that you left.">
          <div>
            <Button size="small" onClick={discard}>
              Start over
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
        refusedTitle="The client was not created."
        pending={pending}
        submitLabel={{ idle: "Create client", pending: "Creating…" }}
        cancelHref={listPath}
        calls={[createClientCall(organizationId, createBody(draft))]}
        clusterUrl={clusterUrl}
        isNew
        onSubmit={submit}
      />
    </>
  );
}
