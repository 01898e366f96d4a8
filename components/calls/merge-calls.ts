import type { Call } from "@/lib/requests/calls/schemas";

/** Listed calls and newer ones, newest first. A newer state of a call replaces the listed one. */
export function mergeCalls(listed: readonly Call[], live: ReadonlyMap<string, Call>): Call[] {
  const all = new Map([...listed.map((call) => [call.request_id, call] as const), ...live]);
  return [...all.values()].toSorted((one, other) => compare(keyOf(other), keyOf(one)));
}

function keyOf({ created_at, request_id }: Call): string {
  return `${created_at} ${request_id}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
