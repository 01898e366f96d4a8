import { describeApi } from "@/lib/api/describe-api";
import { pathMatcher } from "@/lib/api/match-fast-path";
import { processState } from "@/lib/kernel/process-state";

const operationAt = () =>
  processState("documented-operations", () => {
    const paths: Record<string, object> = describeApi().paths ?? {};
    return pathMatcher(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { responses }]) => ({
          path,
          method: method.toUpperCase(),
          value: Object.keys(responses),
        })),
      ),
    );
  });

/**
 * Returns a response unchanged.
 * @throws Error if the API reference has the operation but not this status; `default` covers 500
 * only
 */
export function expectDocumented(request: Request, response: Response): Response {
  const { pathname } = new URL(request.url);
  const statuses = operationAt()(request.method, pathname);
  const status = response.status === 500 ? "default" : String(response.status);
  if (statuses && !statuses.includes(status)) {
    throw new Error(
      `${request.method} ${pathname} answered ${status}, but the API reference lists ${statuses.join(", ")}.`,
    );
  }
  return response;
}
