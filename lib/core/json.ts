/** A value that JSON can represent. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** An object that JSON can represent. */
export type JsonObject = { readonly [name: string]: JsonValue };
