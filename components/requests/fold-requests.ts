import type { Request } from "@/lib/requests/log/schemas";

/** A request, with the number of consecutive identical failures that its row represents. */
export interface FoldedRequest {
  /** The newest of them. */
  request: Request;
  count: number;
  /** The ids of the entries of those that have one. */
  ids: string[];
}

/** Puts equal failures in a row together. @param requests newest first */
export function foldRequests(requests: readonly Request[]): FoldedRequest[] {
  const folded: FoldedRequest[] = [];
  for (const request of requests) {
    const last = folded.at(-1);
    const count = 1 + request.more;
    if (last && areEqualFailures(last.request, request)) {
      last.count += count;
      last.ids.push(request.id);
    } else folded.push({ request, count, ids: [request.id] });
  }
  return folded;
}

const COMPARED = ["outcome", "kind", "code", "check", "method", "path", "status"] as const;

function areEqualFailures(one: Request, other: Request): boolean {
  return (
    one.outcome === "denied" &&
    COMPARED.every((key) => one[key] === other[key]) &&
    one.client?.id === other.client?.id &&
    one.company?.id === other.company?.id &&
    one.organization_id === other.organization_id &&
    one.created_at.slice(0, 10) === other.created_at.slice(0, 10)
  );
}

/** Listed requests, with newer states of them and newer requests, newest first. @param live by the entry's id */
export function mergeRequests(
  listed: readonly Request[],
  live: ReadonlyMap<string, Request>,
): Request[] {
  if (live.size === 0) return [...listed];
  const olderRequests = listed.filter(({ id }) => !live.has(id));
  return [...live.values(), ...olderRequests].toSorted((a, b) =>
    b.created_at.localeCompare(a.created_at),
  );
}
