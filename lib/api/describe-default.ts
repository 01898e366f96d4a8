import type { CreateDocumentOptions } from "zod-openapi";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/**
 * States the default of a body's field in its description and leaves out the keyword `default`:
 * openapi-typescript takes a field that has it for always present, and so demands it of callers.
 * Parameters of a query keep the keyword.
 */
export const describeDefault: Override = ({ zodSchema, jsonSchema, io, path }) => {
  const { def } = zodSchema._zod;
  if (def.type !== "default" || io !== "input") return;
  // A parameter is a schema of its own; a field lies within one.
  if (path.length <= 2) {
    jsonSchema.default = def.defaultValue;
    return;
  }
  delete jsonSchema.default;
  const stated = `Default: \`${JSON.stringify(def.defaultValue)}\`.`;
  jsonSchema.description = [jsonSchema.description, stated].filter(Boolean).join(" ");
};
