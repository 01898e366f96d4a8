import type { ClientDraft } from "./client-draft";
import type { DraftErrors } from "./draft-errors";

/** The props of each part of a client's form. */
export interface FieldsProps {
  draft: ClientDraft;
  errors: DraftErrors;
  onChange: (part: Partial<ClientDraft>) => void;
}
