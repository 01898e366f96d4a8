import { Client } from "pg";

let address: string | undefined;

/** Sets the database of {@link asOwner}. @param url for the role that owns its tables */
export function configureOwnerDatabase(url: string): void {
  address = url;
}

/** Its address. @throws Error if it was not configured */
export function ownerDatabaseUrl(): string {
  if (!address) throw new Error("No database is configured for its owner");
  return address;
}

/** Does what the service's role may not, on a separate connection as the owner of the tables. */
export async function asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: ownerDatabaseUrl() });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
