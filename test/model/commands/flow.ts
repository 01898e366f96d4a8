import { env } from "@/lib/core/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Client,
  type Request as ConsentRequest,
  clientOf,
  grantOf,
  isSignedIn,
  type Model,
  mayAll,
  personMay,
  personOf,
  roleIn,
  type Subject,
} from "@/test/model/model";
import { defineKind, type Outcome, ok } from "@/test/model/step";
import { redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { fieldsOf } from "@/test/requests/read-json";

type AuthorizeInput = {
  clientId: string;
  subject: Subject;
  cookie: string;
  scopes: string[];
  prompt: "none" | "consent" | null;
};

/** A browser at the authorize URL, signed in or not. */
export const authorizeKind = defineKind<AuthorizeInput>({
  name: "authorize",
  weight: 8,
  choose: (model, pick) => {
    const client = pick.mostly(
      model.clients.filter(({ active }) => active),
      model.clients,
    );
    const subject = pick(Object.keys(model.members));
    const members = model.sessions.filter(
      ({ userId, cookie }) =>
        subject && roleIn(model, subject, userId) && isSignedIn(model, cookie),
    );
    const session = pick.mostly(members, model.sessions);
    const prompt = pick([null, null, null, null, null, null, "none", "consent"] as const);
    if (!client || !subject || !session || prompt === undefined) return null;
    const sellable = scopesAt(subject, client);
    const granted = grantOf(model, client.id, subject)?.scopes ?? sellable;
    const first = pick(sellable);
    const scopes =
      pick([granted, granted, sellable, first ? [first] : [], ["company/orders/read"]]) ?? [];
    return { clientId: client.id, subject, cookie: session.cookie, scopes, prompt };
  },
  send: async ({ clientId, subject, cookie, scopes, prompt }) => {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: scopes.join(","),
      ...(prompt && { prompt }),
    });
    const url = `${env().baseUrl}${OAUTH_PATH}/${subject}/oauth/authorize?${query}`;
    return readAuthorize(await authorize(new Request(url, { headers: { cookie } })));
  },
  apply: (model, asked, { values }) => {
    const { clientId, subject, cookie } = asked;
    const scopes = [...new Set(asked.scopes)];
    const expected = answerOf(model, { ...asked, scopes });
    const userId = personOf(model, cookie);
    if (expected === "code" && values.code) {
      const grantEpoch = grantOf(model, clientId, subject)?.epoch ?? null;
      model.codes.push({
        ...{ clientId, subject, scopes, grantEpoch, userId, cookie, value: values.code },
        used: { online: false, offline: false },
        ...{ revoked: false, late: "no" },
      });
    }
    if (expected === "consent page" && values.id) {
      const request = { id: values.id, clientId, subject, userId, scopes };
      model.requests.push({ ...request, decision: null, expired: false });
    }
    return expected;
  },
});

/** The registered scopes that a client can ask a company or an organization for. */
export function scopesAt(subject: Subject, { scopes }: Client): string[] {
  return subject.startsWith("organization/")
    ? scopes
    : scopes.filter((scope) => scope.startsWith("company/"));
}

function answerOf(
  model: Model,
  { clientId, subject, cookie, scopes, prompt }: AuthorizeInput,
): string {
  const client = clientOf(model, clientId);
  if (client.deleted || !client.active) return "invalid_client";
  if (scopes.length === 0 && client.scopes.length === 0) return "invalid_scope";
  if (scopes.length === 0) scopes.push(...client.scopes);
  if (!scopes.every((scope) => client.scopes.includes(scope))) return "invalid_scope";
  const hasOrganizationScope = scopes.some((scope) => scope.startsWith("organization/"));
  if (hasOrganizationScope && subject.startsWith("company/")) return "invalid_scope";
  if (!isSignedIn(model, cookie)) return prompt === "none" ? "login_required" : "sign-in page";
  if (roleIn(model, subject, personOf(model, cookie)) === null) return "access_denied";
  const grant = grantOf(model, clientId, subject);
  const covered = grant?.live && scopes.every((scope) => grant.scopes.includes(scope));
  if (covered && prompt !== "consent") return "code";
  return prompt === "none" ? "consent_required" : "consent page";
}

async function readAuthorize(response: Response): Promise<Outcome> {
  const location = response.headers.get("location");
  if (location === null)
    return { result: String(fieldsOf(await response.json()).error), values: {} };
  const [, id] = /^\/consent\/([\w-]+)$/.exec(location) ?? [];
  if (id) return { result: "consent page", values: { id } };
  if (location.startsWith("/sign-in")) return { result: "sign-in page", values: {} };
  const { code, error = "nothing" } = redirectParameters(response);
  return code ? { result: "code", values: { code } } : { result: error, values: {} };
}

type Pressed = { id: string; cookie: string; decision: "allow" | "deny" };

/** Someone presses a button on a consent page. */
export const consentKind = defineKind<Pressed>({
  name: "consent",
  weight: 8,
  choose: (model, pick) => {
    const open = model.requests.filter(({ decision, expired }) => !decision && !expired);
    const request = pick.mostly(open, model.requests);
    const ownSessions = model.sessions.filter(
      ({ userId, cookie }) => userId === request?.userId && isSignedIn(model, cookie),
    );
    const session = pick.mostly(ownSessions, model.sessions);
    const decision = pick(["deny", "allow", "allow"] as const);
    return request && session && decision
      ? { id: request.id, cookie: session.cookie, decision }
      : null;
  },
  send: async ({ id, cookie, decision }) => {
    const response = await pressConsent(id, { userId: "", email: "", cookie }, { decision });
    const location = response.headers.get("location") ?? "";
    if (location.startsWith("/sign-in")) return { result: "sign-in page", values: {} };
    if (location.endsWith("/rejected")) return { result: "rejected", values: {} };
    if (response.status === 409) return { result: "conflict", values: {} };
    if (response.ok) {
      const address = await addressAfterAllow(response);
      return ok({ code: address.searchParams.get("code") ?? "" });
    }
    return { result: String(fieldsOf(await response.json()).error), values: {} };
  },
  apply: (model, { id, cookie, decision }, { values }) => {
    const request = model.requests.find((each) => each.id === id);
    if (!isSignedIn(model, cookie)) return "sign-in page";
    if (!request || request.userId !== personOf(model, cookie)) return "not_found";
    const { clientId, subject, userId, scopes } = request;
    if (decision === "allow" && !mayAllow(model, request)) return "access_denied";
    if (request.decision || request.expired) return "conflict";
    if (decision === "deny") {
      request.decision = "denied";
      return "rejected";
    }
    const client = clientOf(model, clientId);
    const usable = client.active && !client.deleted;
    if (!usable || !scopes.every((scope) => client.scopes.includes(scope))) return "invalid_client";
    request.decision = "allowed";
    const before = grantOf(model, clientId, subject);
    const epoch = before?.epoch ?? 1;
    const granted = [...new Set([...(before?.live ? before.scopes : []), ...scopes])];
    model.grants[`${clientId} ${subject}`] = { scopes: granted, epoch, live: true };
    if (values.code) {
      model.codes.push({
        ...{ clientId, subject, scopes, grantEpoch: epoch, userId, cookie, value: values.code },
        used: { online: false, offline: false },
        ...{ revoked: false, late: "no" },
      });
    }
    return "ok";
  },
});

/** Whether the person of a request has a role that may allow it. */
export function mayAllow(model: Model, { subject, userId, scopes }: ConsentRequest): boolean {
  const role = roleIn(model, subject, userId);
  if (role !== "owner" && role !== "admin") return false;
  const [kind, organizationId = ""] = subject.split("/");
  return kind === "company" || mayAll(personMay(model, organizationId, userId), scopes);
}
