import type { ImportedManifest } from "@/lib/clients/manifest/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import { type ClientDraft, DRAFT_FIELDS, DRAFT_RULES, EMPTY_DRAFT } from "./client-draft";

/**
 * Applies a manifest to a draft; fields that it omits stay.
 * @param isNew false for a client that exists, whose type cannot be changed
 */
export function applyManifest(
  draft: ClientDraft,
  manifest: ImportedManifest,
  isNew: boolean,
): ClientDraft {
  const { client_type: type, ...settings } = manifest;
  return applySettings(draft, isNew ? { ...settings, client_type: type } : settings);
}

/** The draft of an existing client. */
export function draftOfClient(client: ClientResponse): ClientDraft {
  return applySettings(EMPTY_DRAFT, client);
}

function applySettings(draft: ClientDraft, settings: object): ClientDraft {
  const entries = DRAFT_FIELDS.flatMap((field) => {
    const { path, read } = DRAFT_RULES[field];
    const value = path.split(".").reduce<unknown>(partOf, settings);
    return value === undefined ? [] : [[field, read(value)]];
  });
  return { ...draft, ...Object.fromEntries(entries) };
}

function partOf(container: unknown, key: string): unknown {
  return Object(container)[key];
}
