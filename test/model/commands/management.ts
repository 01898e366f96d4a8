import type { Permission } from "@/lib/core/permissions/permissions";
import type { Operation } from "@/lib/operation/operation";
import {
  type Client,
  find,
  idOf,
  isOrganization,
  type Model,
  permissionsOf,
  type Subject,
} from "@/test/model/model";
import { defineKind, type Outcome, outcome, type Pick } from "@/test/model/step";
import { callRoute, type RouteCall } from "@/test/requests/call-route";

/** Who calls the management API, by a cookie or a token, and about which client. */
type Call = { as: string; home: Subject; clientId: string };

type Values = Outcome["values"];

/** An operation on a client, or on its organization: what differs between them. */
type Command<More> = {
  name: string;
  weight: number;
  /** The clients to choose from, unless all. */
  among?: (model: Model, pick: Pick) => readonly Client[];
  choose?: (client: Client, pick: Pick, model: Model) => More;
  operation: Operation | ((request: More) => Operation);
  call?: (request: More) => Partial<Omit<RouteCall, "as">>;
  /** The values that a success issues. */
  read?: (body: Record<string, unknown>) => Values | Promise<Values>;
  permission?: Permission;
  /** Whether it works although the client is deleted. */
  onDeleted?: true;
  /** The scopes whose permissions it needs beyond that one. */
  needs?: (client: Client, request: More) => readonly string[];
  apply: (model: Model, client: Client, request: Call & More, values: Values) => string;
};

/** Defines what someone does with the management API. */
export function defineManagement<More extends object = object>(command: Command<More>) {
  const { name, weight, among, operation, permission = "clients:write" } = command;
  return defineKind<Call & More>({
    ...{ name, weight },
    choose: (model, pick) => {
      const client = pick(among?.(model, pick) ?? model.clients);
      const { id: clientId, home } = client;
      const more = command.choose?.(client, pick, model) ?? ({} as More);
      return { as: chooseCaller(model, pick, home), home, clientId, ...more };
    },
    send: async (request) => {
      const { as, home, clientId } = request;
      const { params, ...more } = command.call?.(request) ?? {};
      const { status, body } = await callRoute(
        typeof operation === "function" ? operation(request) : operation,
        {
          ...more,
          params: { organization_id: idOf(home), client_id: clientId, ...params },
          as: as.includes("=") ? { userId: "", email: "", cookie: as } : as,
        },
      );
      if (status >= 400) return outcome(String(body.error));
      return outcome("ok", await command.read?.(body));
    },
    apply: (model, request, { values }) => {
      const { as, home, clientId } = request;
      const denial = whyDenied(model, as, home, permission);
      if (denial) return denial;
      const client = model.clientOf(clientId);
      if (client.deleted && !command.onDeleted) return "not_found";
      const needs = permissionsOf(command.needs?.(client, request) ?? []);
      const lack = whyForbidden(model, as, home, needs);
      return lack ?? command.apply(model, client, request, values);
    },
  });
}

/** A member of the organization more often than a stranger, and sometimes a token. */
function chooseCaller(model: Model, pick: Pick, home: Subject): string {
  const tokens = model.access.filter(({ subject }) => subject === home);
  if (tokens.length > 0 && pick([false, false, true])) return pick.recent(tokens).value;
  return pick.mostly(model.membersOf(home), model.sessions).value;
}

/** What the API checks for every caller first: authentication, membership, and permission. */
function whyDenied(model: Model, as: string, home: Subject, permission: string): string | null {
  const token = find(model.access, as);
  const userId = model.signedInPerson(as);
  if (as.includes("=")) {
    if (userId === null) return "unauthenticated";
    if (!model.roleIn(home, userId)) return "not_found";
  } else {
    if (!token || !isOrganization(token.subject)) return "invalid_token";
    if (model.whyDead(token) && !model.checkedTokens.includes(as)) return "invalid_token";
    if (token.subject !== home) return "not_found";
  }
  return whyForbidden(model, as, home, [permission]);
}

/**
 * Why a caller may not do what requires these permissions: the token lacks a scope, or the role
 * lacks the permission.
 */
function whyForbidden(
  model: Model,
  as: string,
  home: Subject,
  permissions: readonly string[],
): "forbidden" | "insufficient_scope" | null {
  const { may, byToken } = callerOf(model, as, home);
  const missing = permissions.find((permission) => !may.includes(permission));
  if (missing === undefined) return null;
  return byToken?.includes(missing) === false ? "insufficient_scope" : "forbidden";
}

/** The names under which secrets record that the caller has seen them, and the caller's permissions. */
export function callerOf(model: Model, as: string, home: Subject) {
  const token = find(model.access, as);
  const userId = token ? token.userId : (find(model.sessions, as)?.userId ?? null);
  const byRole = userId === null ? null : model.personMay(home, userId);
  const byToken = token ? permissionsOf(model.effectiveScopes(token)) : null;
  return {
    names: [
      ...(userId === null ? [] : [`user:${userId}`]),
      ...(token ? [`client:${token.clientId}`] : []),
    ],
    byToken,
    may: (byToken ?? byRole ?? []).filter((permission) => byRole?.includes(permission) ?? true),
  };
}
