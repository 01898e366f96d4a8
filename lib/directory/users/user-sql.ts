/**
 * Whether a person `u` has this id: the platform's, or ours if they have none. Erased people have neither.
 * @param id a parameter
 */
export const NAMED_USER = (id: string) =>
  `(u.external_id = ${id} OR (u.id = ${id} AND u.external_id IS NULL)) AND u.erased_at IS NULL`;
