/** Prefix of the Directory API. */
export const DIRECTORY = "/service/platform/directory/v1.0";

/** Name of the API in the API reference. */
export const TAG = "Directory";
