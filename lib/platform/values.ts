/** Prefix of the Directory API. */
export const DIRECTORY = "/service/platform/directory/v1.0";

/** Of the import, which limits itself how long its body takes. */
export const IMPORT_PATH = `${DIRECTORY}/import`;

/** Name of the API in the API reference. */
export const TAG = "Directory";

/** Prefix of what the operators' console has besides. */
export const CONSOLE = "/service/panel/authentication/v1.0/platform";

/** Name of these operations in the API reference. */
export const OPERATORS_TAG = "Operators";

/** The kinds of objects that an operator can search for. */
export const directoryKinds = ["extension", "organization", "company", "person"] as const;
export type DirectoryKind = (typeof directoryKinds)[number];
