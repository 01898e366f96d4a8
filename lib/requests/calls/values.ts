/** The length of a list of calls in days, unless the query sets its start. */
export const DEFAULT_WINDOW_DAYS = 7;

/** Classes of HTTP statuses to filter by. */
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;

/** Kinds of callers, as introspection and the gate tell them apart. */
export const callerKinds = ["system_user", "seller"] as const;
export type CallerKind = (typeof callerKinds)[number];

/** The export formats of the API log. */
export const callExportFormats = ["ndjson", "csv"] as const;
export type CallExportFormat = (typeof callExportFormats)[number];
