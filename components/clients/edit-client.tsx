"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { ApiError, type FieldProblem } from "@/lib/api/client/api-error";
import { loadModule } from "@/lib/api/client/load-module";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { ScopeView } from "../scopes/scope-view";
import { TakeFocus } from "../ui/take-focus";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";
import { draftOfClient } from "./apply-manifest";
import { type ClientDraft, isSameDraft } from "./client-draft";
import { ClientForm } from "./client-form";
import { draftDifferences } from "./difference-table";
import { type DraftErrors, errorsOfAnswer } from "./draft-errors";
import { conflictsOf, EditConflict, mergeDrafts } from "./edit-conflict";
import { ImportManifest } from "./import-manifest";
import { RevokeSecretsChoice } from "./revoke-secrets-choice";
import { saveClient, savingCalls } from "./save-client";

export interface EditClientProps {
  client: ClientResponse;
  /** Path of the client's page. */
  path: string;
  clusterUrl: string;
  catalogue: readonly ScopeView[];
}

/**
 * The form of an existing client. If someone else changes the client in the meantime, it shows their
 * changes, merges both field by field, and asks only about fields that both changed.
 */
export function EditClient({ client, path, clusterUrl, catalogue }: EditClientProps) {
  const t = useTranslations("clientForm.edit");
  const fields = useTranslations("clientForm.fields");
  const router = useRouter();
  const present = draftOfClient(client);
  const [base, setBase] = useState({ draft: present, version: client.version });
  const [draft, setDraft] = useState(present);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [revokeSecrets, setRevokeSecrets] = useState(false);
  const [saved, setSaved] = useState(false);
  const [pending, startTransition] = useTransition();
  useUnsavedGuard(!saved && !isSameDraft(draft, base.draft));

  const { organization_id: organizationId, client_id: clientId } = client;
  const target = { organizationId, clientId, version: base.version };
  const saving = { target, before: base.draft, after: draft, revokeSecrets };
  const submit = () => {
    startTransition(async () => {
      try {
        const { changedDraftErrors } = await loadModule(() => import("./draft-check"));
        const problems = changedDraftErrors(draft);
        setErrors(problems);
        if (Object.keys(problems).length > 0) return;
        await saveClient(saving);
        setSaved(true);
        router.push(path);
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        if (thrown.status === 412) router.refresh();
        else {
          setErrors(errorsOfAnswer(draft, thrown));
          setProblems(thrown.fields);
        }
      }
    });
  };
  const conflicts = conflictsOf(base.draft, draft, present);
  // From here on a save is meant for the version that the person has now seen.
  const goOnWith = (next: ClientDraft) => {
    setDraft(next);
    setErrors({});
    setBase({ draft: present, version: client.version });
  };

  return (
    <>
      {client.version === base.version || pending || saved ? null : (
        <TakeFocus>
          <EditConflict
            theirs={draftDifferences(fields, base.draft, present).filter(
              ({ field }) => !conflicts.includes(field),
            )}
            conflicts={draftDifferences(fields, draft, present).filter(({ field }) =>
              conflicts.includes(field),
            )}
            onMerge={(choices) => goOnWith(mergeDrafts(base.draft, draft, present, choices))}
            onTakeTheirs={() => goOnWith(present)}
          />
        </TakeFocus>
      )}
      <ImportManifest draft={draft} isNew={false} onApply={setDraft} />
      <RevokeSecretsChoice problems={problems} agreed={revokeSecrets} onChange={setRevokeSecrets} />
      <ClientForm
        draft={draft}
        onChange={setDraft}
        catalogue={catalogue}
        errors={errors}
        errorTitle={t("rejected")}
        pending={pending}
        submitLabel={{ idle: t("submit"), pending: t("pending") }}
        cancelHref={path}
        calls={savingCalls(saving)}
        clusterUrl={clusterUrl}
        onSubmit={submit}
      />
    </>
  );
}
