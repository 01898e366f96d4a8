import type { CreateDocumentOptions } from "zod-openapi";

type Override = NonNullable<CreateDocumentOptions["override"]>;

/**
 * Moves a body field's default from the keyword `default` to its description. openapi-typescript treats a field with
 * that keyword as always present, which would force callers to send it. Query parameters keep the keyword.
 */
export const describeDefault: Override = ({ zodSchema, jsonSchema, io, path }) => {
  const { def } = zodSchema._zod;
  if (def.type !== "default" || io !== "input") return;
  // A parameter has a schema of its own; a field is part of one.
  if (path.length <= 2) {
    jsonSchema.default = def.defaultValue;
    return;
  }
  delete jsonSchema.default;
  const stated = `Default: \`${JSON.stringify(def.defaultValue)}\`.`;
  jsonSchema.description = [jsonSchema.description, stated].filter(Boolean).join(" ");
};
