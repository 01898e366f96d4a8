/** A statement as PostgreSQL takes it, with the name of each of its positions. */
export type CompiledSql = { readonly text: string; readonly parameters: readonly string[] };

// Quoted texts and names, comments and casts are passed over; what is left of a colon and a name is a parameter.
const PART = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|::|:([A-Za-z_]\w*)/g;

/**
 * Turns named parameters (`:scopes`) into positions (`$1`). A name that is used twice gets one position.
 * @throws Error if the statement already has positions
 */
export function compileSql(sql: string): CompiledSql {
  const parameters: string[] = [];
  const text = sql.replaceAll(PART, (part, name: string | undefined) => {
    if (name === undefined) return part;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  if (/\$\d/.test(sql)) throw new Error("Use named parameters (:name), not positions ($1).");
  return { text, parameters };
}

/**
 * The values of a compiled statement by position.
 * @throws Error if a parameter has no value; null is a value
 */
export function valuesInOrder(parameters: readonly string[], values: object): unknown[] {
  return parameters.map((parameter) => {
    const value: unknown = Reflect.get(values, parameter);
    if (value === undefined) throw new Error(`The statement needs a value for :${parameter}`);
    return value;
  });
}
