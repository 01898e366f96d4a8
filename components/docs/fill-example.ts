/** What examples contain in place of made-up ids. */
export interface ExampleIds {
  organizationId?: string;
  clientId?: string;
}

const CREDENTIAL = /^lk[a-z]_/;

/** The id that a field or parameter of this name has, if it is known. */
export function idNamed(name: string, ids: ExampleIds): string | undefined {
  if (name === "organization_id") return ids.organizationId;
  return name === "client_id" || name === "api_key" ? ids.clientId : undefined;
}

/** An example with these ids, and with names in place of secrets, tokens, and codes. */
export function fillExample(value: unknown, ids: ExampleIds, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => fillExample(item, ids, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, fillExample(part, ids, key)]),
    );
  }
  if (typeof value !== "string") return value;
  return CREDENTIAL.test(value) ? `<${name}>` : (idNamed(name, ids) ?? value);
}

/** An example as people read it: JSON, or lines as they are. */
export function writeExample(value: unknown, ids: ExampleIds): string {
  const filled = fillExample(value, ids);
  return typeof filled === "string" ? filled : JSON.stringify(filled, null, 2);
}
