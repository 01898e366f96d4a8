import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";
import { mintCode } from "@/test/factories/mint-code";
import { mintSession, type Scene } from "@/test/factories/mint-scene";
import type { RouteAnswer } from "@/test/requests/call-route";
import { callToken, type TokenCall } from "@/test/requests/call-token";

/** A client, and the company or organization whose endpoints it calls. */
export type Asker = Pick<Scene, "installation" | "subject">;

/** `company/42` or `organization/…`, as in the paths of the flow. */
export function subjectPath({ companyId, organizationId }: Subject): string {
  return companyId === null ? `organization/${organizationId}` : `company/${companyId}`;
}

/** A code of a scene's person with a session of its own; `columns` overrides what a test cares about. */
export async function mintSceneCode(
  { installation, person, columns: ofScene }: Scene,
  columns: Parameters<typeof mintCode>[1] = {},
): Promise<string> {
  const owner = { userId: person.userId, sessionId: await mintSession(person.userId) };
  return mintCode(installation, { ...ofScene, ...owner, ...columns });
}

/** Calls a token endpoint of the asker's company or organization. */
export function askToken(
  kind: "online" | "offline",
  { installation, subject }: Asker,
  call: TokenCall,
): Promise<RouteAnswer> {
  return callToken(kind, installation, { ...call, subject: subjectPath(subject) });
}

/** Exchanges a code there. */
export function exchangeAt(
  kind: "online" | "offline",
  asker: Asker,
  code: string,
  more: Record<string, unknown> = {},
): Promise<RouteAnswer> {
  return askToken(kind, asker, { json: { grant_type: "authorization_code", code, ...more } });
}

/** Refreshes there. */
export function refreshAt(
  asker: Asker,
  token: string,
  more: Record<string, unknown> = {},
): Promise<RouteAnswer> {
  const json = { grant_type: "refresh_token", refresh_token: token, ...more };
  return askToken("offline", asker, { json });
}

/** The checks that failed in a client's requests, the last one first. */
export async function failedChecks(clientId: string): Promise<(string | null)[]> {
  const where = { clientId, outcome: "refused" } as const;
  const events = await db().authorizationEvent.findMany({ where, orderBy: { id: "desc" } });
  return events.map(({ check }) => check);
}
