import { describeApi } from "@/lib/api/describe-api";
import { pathRouter } from "@/lib/api/router";
import { processState } from "@/lib/core/process/process-state";

type Documented = Record<string, { responses: Record<string, unknown> }>;

const operationsAt = () =>
  processState("documented-operations", () => {
    const paths: Record<string, object> = describeApi().paths ?? {};
    return pathRouter(
      Object.entries(paths).map(([path, operations]) => ({
        path,
        value: operations as Documented,
      })),
    );
  });

/**
 * Returns a response unchanged.
 * @throws Error if the API reference has the operation but not this status; `default` covers 500
 * only
 */
export function expectDocumented(request: Request, response: Response): Response {
  const { pathname } = new URL(request.url);
  const operation = operationsAt()(pathname)?.[request.method.toLowerCase()];
  const statuses = operation && Object.keys(operation.responses);
  const status = response.status === 500 ? "default" : String(response.status);
  if (statuses && !statuses.includes(status)) {
    throw new Error(
      `${request.method} ${pathname} answered ${status}, but the API reference lists ${statuses.join(", ")}.`,
    );
  }
  return response;
}
