/** The outcome of an upsert. */
export type StoreStatus = "created" | "updated" | "unchanged";
