import type { ZodError } from "zod";
import {
  createClientSchema,
  patchClientSchema,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import type { ClientDraft } from "./client-draft";
import { type DraftErrors, draftErrors } from "./draft-errors";
import { createBody, metaBody, settingsBody } from "./save-client";

const plain = { error: plainIssue };

// Brings all schemas of requests along: a form loads it when it is first submitted.

/** Errors that create would return. */
export function newDraftErrors(draft: ClientDraft): DraftErrors {
  return problemErrors(draft, [createClientSchema.safeParse(createBody(draft), plain)]);
}

/** Errors that PUT or PATCH would return. Both are checked first, so that neither is saved without the other. */
export function changedDraftErrors(draft: ClientDraft): DraftErrors {
  return problemErrors(draft, [
    updateClientSchema.safeParse(metaBody(draft), plain),
    patchClientSchema.safeParse(settingsBody(draft), plain),
  ]);
}

function problemErrors(
  draft: ClientDraft,
  results: readonly { error?: ZodError | undefined }[],
): DraftErrors {
  const issues = results.flatMap(({ error }) => error?.issues ?? []);
  return draftErrors(
    draft,
    issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
}
