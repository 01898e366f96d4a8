/**
 * Whether a person `u` has the id `:externalId`: the platform's, or ours if they have none. Erased people have neither.
 */
export const NAMED_USER =
  "(u.external_id = :externalId OR (u.id = :externalId AND u.external_id IS NULL)) AND u.erased_at IS NULL";
