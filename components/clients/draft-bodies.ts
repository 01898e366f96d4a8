import type {
  CreateClientInput,
  PatchClientInput,
  UpdateClientInput,
} from "@/lib/clients/input-schemas";
import { type ClientDraft, DRAFT_FIELDS, DRAFT_RULES, sentValue } from "./client-draft";

export function createBody(draft: ClientDraft): CreateClientInput {
  return bodyOf(draft) as CreateClientInput;
}

/** The fields that PUT changes: name, description and tags. */
export function metaBody(draft: ClientDraft): UpdateClientInput {
  const { meta } = createBody(draft);
  return { meta };
}

/** The fields that PATCH changes. */
export function settingsBody(draft: ClientDraft): PatchClientInput {
  const { meta: _, client_type: __, ...settings } = createBody(draft);
  return settings;
}

function bodyOf(draft: ClientDraft): object {
  const body: Record<string, unknown> = {};
  for (const field of DRAFT_FIELDS) {
    const [key = "", part] = DRAFT_RULES[field].path.split(".");
    const value = sentValue(draft, field);
    if (value === undefined) continue;
    body[key] = part === undefined ? value : { ...(body[key] ?? {}), [part]: value };
  }
  return body;
}
