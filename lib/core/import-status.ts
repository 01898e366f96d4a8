/** What an upsert did with a record. */
export type StoreStatus = "created" | "updated" | "unchanged";
