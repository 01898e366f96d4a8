import type { HttpMethod } from "./openapi-document";

/** The HTTP method of an operation. Its look is `[data-method]`, because lists repeat it for each operation. */
export function MethodBadge({ method }: { method: HttpMethod }) {
  return <b data-method={method}>{method.toUpperCase()}</b>;
}
