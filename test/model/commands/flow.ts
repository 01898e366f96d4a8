import { openConsent } from "@/lib/consent/open-consent";
import { env } from "@/lib/core/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Client,
  type Request as ConsentRequest,
  clientOf,
  grantOf,
  isSignedIn,
  liveSessions,
  type Model,
  mayAll,
  personMay,
  personOf,
  roleIn,
  type Subject,
} from "@/test/model/model";
import { defineKind, outcome } from "@/test/model/step";
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

const PROMPTS = [...Array(6).fill(null), "none", "consent"] as AuthorizeInput["prompt"][];

/** A browser at the authorize URL, signed in or not. */
const authorizeKind = defineKind<AuthorizeInput>({
  ...{ name: "authorize", weight: 8 },
  choose: (model, pick) => {
    const client = pick.mostly(
      model.clients.filter(({ active }) => active),
      model.clients,
    );
    const subject = pick(Object.keys(model.members));
    const members = liveSessions(model).filter(({ userId }) => roleIn(model, subject, userId));
    const { cookie } = pick.mostly(members, model.sessions);
    const sellable = scopesAt(subject, client);
    const granted = grantOf(model, client.id, subject)?.scopes ?? sellable;
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
  apply: (model, asked, { values }) => {
    const { clientId, subject, cookie } = asked;
    const scopes = [...new Set(asked.scopes)];
    const expected = answerOf(model, { ...asked, scopes });
    const userId = personOf(model, cookie);
    if (expected === "code") {
      const grantEpoch = grantOf(model, clientId, subject)?.epoch ?? null;
      addCode(model, values.code, { clientId, subject, scopes, grantEpoch }, { userId, cookie });
    }
    if (expected === "consent page" && values.id) {
      const request = { id: values.id, clientId, subject, userId, scopes };
      model.requests.push({ ...request, decision: null, expired: false });
    }
    return expected;
  },
});

function addCode(
  model: Model,
  value: string | undefined,
  issued: { clientId: string; subject: Subject; scopes: string[]; grantEpoch: number | null },
  person: { userId: string; cookie: string },
): void {
  if (!value) return;
  const unused = { used: { online: false, offline: false }, revoked: false, late: "no" } as const;
  model.codes.push({ ...issued, ...person, ...structuredClone(unused), value });
}

/** The registered scopes that a client can ask a company or an organization for. */
function scopesAt(subject: Subject, { scopes }: Client): string[] {
  return subject.startsWith("organization/")
    ? scopes
    : scopes.filter((scope) => scope.startsWith("company/"));
}

function answerOf(model: Model, asked: AuthorizeInput): string {
  const { clientId, subject, cookie, scopes, prompt } = asked;
  const client = clientOf(model, clientId);
  if (client.deleted || !client.active) return "invalid_client";
  if (scopes.length === 0 && client.scopes.length === 0) return "invalid_scope";
  if (scopes.length === 0) scopes.push(...client.scopes);
  if (!scopes.every((scope) => scopesAt(subject, client).includes(scope))) return "invalid_scope";
  if (!isSignedIn(model, cookie)) return prompt === "none" ? "login_required" : "sign-in page";
  if (roleIn(model, subject, personOf(model, cookie)) === null) return "access_denied";
  const grant = grantOf(model, clientId, subject);
  const covered = grant?.live && scopes.every((scope) => grant.scopes.includes(scope));
  if (covered && prompt !== "consent") return "code";
  return prompt === "none" ? "consent_required" : "consent page";
}

type Pressed = { id: string; cookie: string; decision: "allow" | "deny" };

const DECISIONS = ["deny", "allow", "allow"] as const;

/** Someone presses a button on a consent page. */
const consentKind = defineKind<Pressed>({
  ...{ name: "consent", weight: 8 },
  choose: (model, pick) => {
    const request = pick.mostly(model.requests.filter(isOpen), model.requests);
    const { cookie } = pick.mostly(sessionsFor(model, request), model.sessions);
    return { id: request.id, cookie, decision: pick(DECISIONS) };
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
    const request = model.requests.find((each) => each.id === id);
    if (!isSignedIn(model, cookie)) return "sign-in page";
    if (!request || request.userId !== personOf(model, cookie)) return "not_found";
    const { clientId, subject, userId, scopes } = request;
    if (decision === "allow" && !mayAllow(model, request)) return "access_denied";
    if (!isOpen(request)) return "conflict";
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
    const issued = { clientId, subject, scopes, grantEpoch: epoch };
    addCode(model, values.code, issued, { userId, cookie });
    return "ok";
  },
});

const isOpen = ({ decision, expired }: ConsentRequest) => !decision && !expired;

const sessionsFor = (model: Model, request: ConsentRequest) =>
  liveSessions(model).filter(({ userId }) => userId === request.userId);

/** Whether the person of a request has a role that may allow it. */
function mayAllow(model: Model, { subject, userId, scopes }: ConsentRequest): boolean {
  const role = roleIn(model, subject, userId);
  if (role !== "owner" && role !== "admin") return false;
  const [kind, organizationId = ""] = subject.split("/");
  return kind === "company" || mayAll(personMay(model, organizationId, userId), scopes);
}

// A rejection answers one request. It is neither a grant nor an answer to a later request, whoever that
// asks and for whatever scopes, and takes nothing away that was granted before.

const isRejected = ({ decision }: ConsentRequest) => decision === "denied";

/** The scopes of the next request: by those of the rejected one, and all that the client can ask for; none if it cannot. */
const NEXT_SCOPES: Record<string, (rejected: string[], all: string[]) => string[]> = {
  "the same scopes": (rejected) => rejected,
  "fewer scopes": (rejected) => rejected.slice(1),
  "more scopes": (rejected, all) => (all.length > rejected.length ? all : []),
};

const NEXT_PEOPLE = ["the same person", "another person"];

/** The client of a rejected request sends a person of the company or organization to authorize again. */
export const askAgainKinds = Object.entries(NEXT_SCOPES).flatMap(([what, nextScopes]) =>
  NEXT_PEOPLE.map((who) =>
    authorizeKind.variant({
      ...{ name: `ask ${who} again for ${what}`, weight: 3 },
      choose: (model, pick) => {
        const prompt = pick([null, null, null, null, null, null, "none"] as const);
        const requests = model.requests.filter(isRejected).flatMap((rejected) => {
          const { clientId, subject, userId } = rejected;
          const client = clientOf(model, clientId);
          const all = scopesAt(subject, client);
          const isUsable = client.active && rejected.scopes.every((scope) => all.includes(scope));
          const scopes = nextScopes(rejected.scopes, all);
          if (!isUsable || scopes.length === 0) return [];
          return liveSessions(model)
            .filter((each) => (each.userId === userId) === (who === "the same person"))
            .filter((each) => roleIn(model, subject, each.userId))
            .map(({ cookie }) => ({ clientId, subject, cookie, scopes, prompt }));
        });
        return pick.recent(requests);
      },
    }),
  ),
);

/** A person decides a request of a client that was rejected before at the same company or organization. */
export const decideAgainKind = consentKind.variant({
  ...{ name: "decide after a rejection", weight: 6 },
  choose: (model, pick) => {
    const wasRejected = ({ clientId, subject }: ConsentRequest, at: number) =>
      model.requests
        .slice(0, at)
        .some((each) => isRejected(each) && each.clientId === clientId && each.subject === subject);
    const open = model.requests.filter((each, at) => isOpen(each) && wasRejected(each, at));
    const decidable = open.filter((each) => mayAllow(model, each));
    const request = pick.mostly(decidable, open);
    const { cookie } = pick(sessionsFor(model, request));
    return { id: request.id, cookie, decision: pick(DECISIONS) };
  },
});

/** Someone opens a consent page. */
const openKind = defineKind<{ id: string; cookie: string }>({
  ...{ name: "open a consent page", weight: 3 },
  choose: (model, pick) => {
    const request = pick.recent(model.requests);
    const own = model.sessions.filter(({ userId }) => userId === request.userId);
    return { id: request.id, cookie: pick.mostly(own, model.sessions).cookie };
  },
  send: async ({ id, cookie }) => {
    const session = await readSession(new Headers({ cookie }));
    return outcome(session ? (await openConsent(id, session)).kind : "sign-in page");
  },
  apply: (model, { id, cookie }) => {
    if (!isSignedIn(model, cookie)) return "sign-in page";
    const request = model.requests.find((each) => each.id === id);
    if (!request || request.userId !== personOf(model, cookie)) return "unknown";
    if (request.decision) return request.decision;
    if (request.expired) return "expired";
    const client = clientOf(model, request.clientId);
    if (!client.active || client.deleted) return "client_inactive";
    if (roleIn(model, request.subject, request.userId) === null) return "not_a_member";
    return mayAllow(model, request) ? "decide" : "ask_an_admin";
  },
});

export const flowKinds = [
  ...[authorizeKind, consentKind, ...askAgainKinds, decideAgainKind, openKind],
];
