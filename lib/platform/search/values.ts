/** The kinds of objects that an operator can search for. */
export const directoryKinds = ["extension", "organization", "company", "person"] as const;
export type DirectoryKind = (typeof directoryKinds)[number];

/** Most results of each kind. */
export const MAX_FOUND = 5;
