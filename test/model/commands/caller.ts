import type { Operation } from "@/lib/operation/operation";
import {
  effectiveScopes,
  isSignedIn,
  type Model,
  permissionsOf,
  personMay,
  personOf,
  roleIn,
  whyDead,
} from "@/test/model/model";
import type { Outcome, Pick } from "@/test/model/step";
import { callRoute, type RouteCall } from "@/test/requests/call-route";

/** The caller of the management API: a browser with a session or a client with a token. */
export type As = { cookie: string } | { token: string };

export type Denial =
  | "unauthenticated"
  | "invalid_token"
  | "not_found"
  | "forbidden"
  | "insufficient_scope";

/** A member of the organization more often than a stranger, and sometimes a token. */
export function chooseCaller(model: Model, pick: Pick, organizationId: string): As | null {
  const tokens = model.access.filter(({ subject }) => subject === `organization/${organizationId}`);
  const members = model.sessions.filter(
    ({ userId, cookie }) =>
      isSignedIn(model, cookie) && roleIn(model, `organization/${organizationId}`, userId),
  );
  const token = pick.recent(tokens);
  if (token && pick([false, false, true])) return { token: token.value };
  const session = pick.mostly(members, model.sessions);
  return session ? { cookie: session.cookie } : null;
}

/** Calls an operation of the management API. */
export async function callManagement(
  operation: Operation,
  { as, ...call }: Omit<RouteCall, "as"> & { as: As },
  read: (body: Record<string, unknown>) => Record<string, unknown> = () => ({}),
): Promise<Outcome> {
  const caller = "token" in as ? as.token : { userId: "", email: "", cookie: as.cookie };
  const { status, body } = await callRoute(operation, { ...call, as: caller });
  if (status >= 400) return { result: String(body.error), values: {} };
  const values = Object.entries(read(body)).map(([name, value]) => [name, String(value)]);
  return { result: "ok", values: Object.fromEntries(values) };
}

/** What the API checks for every caller first: authentication, membership, and permission. */
export function asks(
  model: Model,
  as: As,
  organizationId: string,
  permission: string,
): Denial | null {
  if ("token" in as) {
    const token = model.access.find(({ value }) => value === as.token);
    const isChecked = model.checkedTokens.includes(as.token);
    if (!token || (whyDead(model, token) && !isChecked)) return "invalid_token";
    if (token.subject !== `organization/${organizationId}`) return "not_found";
  } else {
    if (!isSignedIn(model, as.cookie)) return "unauthenticated";
    const subject = `organization/${organizationId}`;
    if (!roleIn(model, subject, personOf(model, as.cookie))) return "not_found";
  }
  return whyForbidden(model, as, organizationId, [permission]);
}

/**
 * Why a caller may not do what requires these permissions: the token lacks a scope, or the role
 * lacks the permission.
 */
export function whyForbidden(
  model: Model,
  as: As,
  organizationId: string,
  needed: readonly string[],
): "forbidden" | "insufficient_scope" | null {
  const { may } = actorOf(model, as, organizationId);
  const missing = needed.find((permission) => !may.includes(permission));
  if (missing === undefined) return null;
  return "token" in as && !tokenGives(model, as.token).includes(missing)
    ? "insufficient_scope"
    : "forbidden";
}

function tokenGives(model: Model, value: string): string[] {
  const token = model.access.find((each) => each.value === value);
  return token ? permissionsOf(effectiveScopes(model, token)) : [];
}

/**
 * The names under which secrets record that the caller has seen them, and the caller's permissions.
 */
export function actorOf(
  model: Model,
  as: As,
  organizationId: string,
): { names: string[]; may: readonly string[] } {
  if ("token" in as) {
    const token = model.access.find(({ value }) => value === as.token);
    if (!token) return { names: [], may: [] };
    const gives = tokenGives(model, as.token);
    const client = `client:${token.clientId}`;
    if (token.userId === null) return { names: [client], may: gives };
    const person = personMay(model, organizationId, token.userId);
    const may = gives.filter((each) => person.includes(each));
    return { names: [`user:${token.userId}`, client], may };
  }
  const userId = personOf(model, as.cookie);
  return { names: [`user:${userId}`], may: personMay(model, organizationId, userId) };
}
