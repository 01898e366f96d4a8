import type { ClientDraft } from "./client-draft";
import type { DraftErrors } from "./draft-errors";

/** What a part of a client's form needs. */
export interface FieldsProps {
  draft: ClientDraft;
  errors: DraftErrors;
  onChange: (part: Partial<ClientDraft>) => void;
}
