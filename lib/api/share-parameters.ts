import type { oas31 } from "zod-openapi";

type Parameter = oas31.ParameterObject | oas31.ReferenceObject;

/**
 * Moves each parameter that several operations take to `components/parameters`, under its name in PascalCase, and
 * refers to it from there (OpenAPI 3.1 section 4.8.7). A name with several meanings gets a number.
 */
export function shareParameters(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const operations = Object.values(document.paths ?? {})
    .flatMap((item) => METHODS.map((method) => item[method]))
    .filter((operation) => operation !== undefined);
  const uses = new Map<string, number>();
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  const share = (parameter: Parameter): Parameter => {
    const text = JSON.stringify(parameter);
    if ("$ref" in parameter || uses.get(text) === 1) return parameter;
    const name = names.get(text) ?? freeName(parameter.name, shared);
    names.set(text, name);
    shared[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map(share);
  }
  document.components = { ...document.components, parameters: shared };
  return document;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

function freeName(name: string, taken: Record<string, Parameter>): string {
  const base = name.replace(/(?:^|[-_])([a-zA-Z])/g, (_match, letter: string) =>
    letter.toUpperCase(),
  );
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base}${number}`;
    if (!(candidate in taken)) return candidate;
  }
}
