import { openConsent } from "@/lib/consent/open-consent";
import { env } from "@/lib/core/env/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Client,
  type Request as ConsentRequest,
  find,
  type Issued,
  isOrganization,
  type Model,
  mayAll,
  type Subject,
} from "@/test/model/model";
import { defineKind, type Outcome, outcome, type Pick } from "@/test/model/step";
import { redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { fieldsOf } from "@/test/requests/read-json";

const PROMPTS = [...Array(6).fill(null), "none", "consent"] as (string | null)[];

/** A browser at the authorize URL, signed in or not. */
const authorizeKind = defineKind({
  ...{ name: "authorize", weight: 8 },
  choose: (model, pick) => {
    const active = model.clients.filter((each) => each.active);
    const client = pick.mostly(active, model.clients);
    const subject = pick(Object.keys(model.members));
    const cookie = pick.mostly(model.membersOf(subject), model.sessions).value;
    const sellable = scopesAt(subject, client);
    const granted = model.grantOf(client.id, subject)?.scopes ?? sellable;
    const some = [granted, granted, sellable, sellable.slice(0, 1), ["company/orders/read"]];
    return { clientId: client.id, subject, cookie, scopes: pick(some), prompt: pick(PROMPTS) };
  },
  send: async ({ clientId, subject, cookie, scopes, prompt }) => {
    const query = new URLSearchParams({
      ...{ client_id: clientId, redirect_uri: REDIRECT_URI, response_type: "code" },
      ...{ scope: scopes.join(","), ...(prompt && { prompt }) },
    });
    const url = `${env().baseUrl}${OAUTH_PATH}/${subject}/oauth/authorize?${query}`;
    const response = await authorize(new Request(url, { headers: { cookie } }));
    const location = response.headers.get("location");
    if (location === null) return outcome(String(fieldsOf(await response.json()).error));
    const [, id] = /^\/consent\/([\w-]+)$/.exec(location) ?? [];
    if (id) return outcome("consent page", { id });
    if (location.startsWith("/sign-in")) return outcome("sign-in page");
    const { code, error = "nothing" } = redirectParameters(response);
    return code ? outcome("code", { code }) : outcome(error);
  },
  apply: (model, { clientId, subject, cookie, prompt, ...input }, { values }) => {
    const client = model.clientOf(clientId);
    if (!client.active) return "invalid_client";
    const scopes = input.scopes.length > 0 ? [...new Set(input.scopes)] : client.scopes;
    const isPossible = scopes.every((scope) => scopesAt(subject, client).includes(scope));
    if (!isPossible || scopes.length === 0) return "invalid_scope";
    const userId = model.signedInPerson(cookie);
    if (userId === null) return prompt === "none" ? "login_required" : "sign-in page";
    if (model.roleIn(subject, userId) === null) return "access_denied";
    const grant = model.grantOf(clientId, subject);
    const isCovered = grant?.live && scopes.every((scope) => grant.scopes.includes(scope));
    const request = { clientId, subject, userId, scopes };
    if (isCovered && prompt !== "consent") {
      addCode(model, values, { ...request, cookie, grantEpoch: grant.epoch });
      return "code";
    }
    if (prompt === "none") return "consent_required";
    model.requests.push({ ...request, value: values.id ?? "", decision: null, expired: false });
    return "consent page";
  },
});

function addCode(
  model: Model,
  { code = "" }: Outcome["values"],
  issued: Omit<Issued, "value" | "code" | "revoked">,
): void {
  const unused = { used: { online: false, offline: false }, revoked: false, late: "no" } as const;
  model.codes.push({ ...issued, ...structuredClone(unused), value: code, code });
}

/** The registered scopes that a client can ask a company or an organization for. */
function scopesAt(subject: Subject, { scopes }: Client): string[] {
  return isOrganization(subject) ? scopes : scopes.filter((scope) => !isOrganization(scope));
}

const DECISIONS = ["deny", "allow", "allow"] as const;

/** Someone presses a button on a consent page. */
const consentKind = defineKind({
  ...{ name: "consent", weight: 8 },
  choose: (model, pick) => {
    const request = pick.mostly(model.requests.filter(isOpen), model.requests);
    const { value: cookie } = pick.mostly(sessionsFor(model, request), model.sessions);
    return { id: request.value, cookie, decision: pick(DECISIONS) };
  },
  send: async ({ id, cookie, decision }) => {
    const response = await pressConsent(id, { userId: "", email: "", cookie }, { decision });
    const location = response.headers.get("location") ?? "";
    if (location.startsWith("/sign-in")) return outcome("sign-in page");
    if (location.endsWith("/rejected")) return outcome("rejected");
    if (response.status === 409) return outcome("conflict");
    if (!response.ok) return outcome(String(fieldsOf(await response.json()).error));
    const address = await addressAfterAllow(response);
    return outcome("ok", { code: address.searchParams.get("code") ?? "" });
  },
  apply: (model, { id, cookie, decision }, { values }) => {
    const request = find(model.requests, id);
    const person = model.signedInPerson(cookie);
    if (person === null) return "sign-in page";
    if (request?.userId !== person) return "not_found";
    if (decision === "allow" && !mayAllow(model, request)) return "access_denied";
    if (!isOpen(request)) return "conflict";
    if (decision === "deny") {
      request.decision = "denied";
      return "rejected";
    }
    const { clientId, subject, userId, scopes } = request;
    const client = model.clientOf(clientId);
    const isPossible = scopes.every((scope) => client.scopes.includes(scope));
    if (!client.active || !isPossible) return "invalid_client";
    request.decision = "allowed";
    const before = model.grantOf(clientId, subject);
    const epoch = before?.epoch ?? 1;
    const granted = new Set([...(before?.live ? before.scopes : []), ...scopes]);
    model.grants[`${clientId} ${subject}`] = { scopes: [...granted], epoch, live: true };
    addCode(model, values, { clientId, subject, userId, scopes, cookie, grantEpoch: epoch });
    return "ok";
  },
});

const isOpen = ({ decision, expired }: ConsentRequest) => !decision && !expired;

const sessionsFor = (model: Model, request: ConsentRequest) =>
  model.liveSessions().filter(({ userId }) => userId === request.userId);

/** Whether the person of a request has a role that may allow it. */
function mayAllow(model: Model, { subject, userId, scopes }: ConsentRequest): boolean {
  const role = model.roleIn(subject, userId);
  if (role !== "owner" && role !== "admin") return false;
  return !isOrganization(subject) || mayAll(model.personMay(subject, userId), scopes);
}

// A rejection answers one request. It is no answer to a later one, and revokes nothing that was granted before.
const isRejected = ({ decision }: ConsentRequest) => decision === "denied";

/** The scopes of the next request: by those of the rejected one, and all that the client can ask for; none if it cannot. */
const NEXT_SCOPES: Record<string, (rejected: string[], all: string[]) => string[]> = {
  "the same scopes": (rejected) => rejected,
  "fewer scopes": (rejected) => rejected.slice(1),
  "more scopes": (rejected, all) => (all.length > rejected.length ? all : []),
};

/** The client of a rejected request sends a person of the company or organization to authorize again. */
export const askAgainKinds = Object.entries(NEXT_SCOPES).flatMap(([what, nextScopes]) =>
  [true, false].map((isSame) =>
    defineKind({
      ...authorizeKind.kind,
      ...{ name: `ask ${isSame ? "the same" : "another"} person again for ${what}`, weight: 3 },
      choose: (model: Model, pick: Pick) => {
        const requests = model.requests.filter(isRejected).flatMap((rejected) => {
          const { clientId, subject, userId } = rejected;
          const client = model.clientOf(clientId);
          const all = scopesAt(subject, client);
          const isPossible = client.active && rejected.scopes.every((scope) => all.includes(scope));
          const scopes = nextScopes(rejected.scopes, all);
          const people = model
            .membersOf(subject)
            .filter((each) => (each.userId === userId) === isSame)
            .map(({ value: cookie }) => ({ clientId, subject, cookie, scopes }));
          return isPossible && scopes.length > 0 ? people : [];
        });
        return { prompt: pick([...Array(6).fill(null), "none"]), ...pick.recent(requests) };
      },
    }),
  ),
);

/** A person decides a request of a client that was rejected before at the same company or organization. */
export const decideAgainKind = defineKind({
  ...consentKind.kind,
  ...{ name: "decide after a rejection", weight: 6 },
  choose: (model: Model, pick: Pick) => {
    const wasRejected = ({ clientId, subject }: ConsentRequest, at: number) =>
      model.requests
        .slice(0, at)
        .some((each) => isRejected(each) && each.clientId === clientId && each.subject === subject);
    const open = model.requests.filter((each, at) => isOpen(each) && wasRejected(each, at));
    const decidable = open.filter((each) => mayAllow(model, each));
    const request = pick.mostly(decidable, open);
    const { value: cookie } = pick(sessionsFor(model, request));
    return { id: request.value, cookie, decision: pick(DECISIONS) };
  },
});

/** Someone opens a consent page. */
const openKind = defineKind({
  ...{ name: "open a consent page", weight: 3 },
  choose: (model, pick) => {
    const { value: id, userId } = pick.recent(model.requests);
    const own = model.sessions.filter((each) => each.userId === userId);
    return { id, cookie: pick.mostly(own, model.sessions).value };
  },
  send: async ({ id, cookie }) => {
    const session = await readSession(new Headers({ cookie }));
    return outcome(session ? (await openConsent(id, session)).kind : "sign-in page");
  },
  apply: (model, { id, cookie }) => {
    const person = model.signedInPerson(cookie);
    if (person === null) return "sign-in page";
    const request = find(model.requests, id);
    if (request?.userId !== person) return "unknown";
    if (request.decision) return request.decision;
    if (request.expired) return "expired";
    if (!model.clientOf(request.clientId).active) return "client_inactive";
    if (model.roleIn(request.subject, person) === null) return "not_a_member";
    return mayAllow(model, request) ? "decide" : "ask_an_admin";
  },
});

export const flowKinds = [
  ...[authorizeKind, consentKind, ...askAgainKinds, decideAgainKind, openKind],
];
