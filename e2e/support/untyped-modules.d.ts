/** What the tests use of packages that come without types. */
declare module "@usebruno/schema" {
  export const collectionSchema: { validate(collection: unknown): Promise<unknown> };
}

declare module "postman-collection" {
  interface Variables {
    get(name: string): string | undefined;
    has(name: string): boolean;
  }

  interface Item {
    name: string;
    request: {
      method: string;
      url: { path?: string[]; variables: Variables; toString(): string };
      body?: { mode: string; raw?: string };
    };
  }

  export class Collection {
    constructor(definition: unknown);
    readonly variables: Variables;
    forEachItem(visit: (item: Item) => void): void;
  }
}
