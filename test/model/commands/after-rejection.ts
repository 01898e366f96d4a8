import { openConsent } from "@/lib/consent/open-consent";
import { readSession } from "@/lib/identity/sessions/read-session";
import {
  clientOf,
  isSignedIn,
  type Model,
  personOf,
  type Request,
  roleIn,
} from "@/test/model/model";
import { defineKind } from "@/test/model/step";
import { authorizeKind, consentKind, mayAllow, scopesAt } from "./flow";

// A rejection answers one request. It is neither a grant nor an answer to a later request, whoever that
// asks and for whatever scopes, and takes nothing away that was granted before.

const isRejected = ({ decision }: Request) => decision === "denied";

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
      name: `ask ${who} again for ${what}`,
      weight: 3,
      choose: (model, pick) => {
        const prompt = pick([null, null, null, null, null, null, "none"] as const) ?? null;
        const requests = model.requests.filter(isRejected).flatMap((rejected) => {
          const { clientId, subject, userId } = rejected;
          const client = clientOf(model, clientId);
          const all = scopesAt(subject, client);
          const isUsable = client.active && rejected.scopes.every((scope) => all.includes(scope));
          const scopes = nextScopes(rejected.scopes, all);
          if (!isUsable || scopes.length === 0) return [];
          return model.sessions
            .filter((each) => (each.userId === userId) === (who === "the same person"))
            .filter((each) => roleIn(model, subject, each.userId) && isSignedIn(model, each.cookie))
            .map(({ cookie }) => ({ clientId, subject, cookie, scopes, prompt }));
        });
        return pick.recent(requests) ?? null;
      },
    }),
  ),
);

/** A person decides a request of a client that was rejected before at the same company or organization. */
export const decideAgainKind = consentKind.variant({
  name: "decide after a rejection",
  weight: 6,
  choose: (model, pick) => {
    const open = model.requests.filter(
      (each, at) => !each.decision && !each.expired && wasRejectedBefore(model, each, at),
    );
    const decidable = open.filter((each) => mayAllow(model, each));
    const request = pick.mostly(decidable, open);
    const session = pick(
      model.sessions.filter(
        ({ userId, cookie }) => userId === request?.userId && isSignedIn(model, cookie),
      ),
    );
    const decision = pick(["allow", "allow", "deny"] as const);
    return request && session && decision
      ? { id: request.id, cookie: session.cookie, decision }
      : null;
  },
});

function wasRejectedBefore(model: Model, { clientId, subject }: Request, at: number): boolean {
  return model.requests
    .slice(0, at)
    .some((each) => isRejected(each) && each.clientId === clientId && each.subject === subject);
}

/** Someone opens a consent page. */
export const openKind = defineKind<{ id: string; cookie: string }>({
  name: "open a consent page",
  weight: 3,
  choose: (model, pick) => {
    const request = pick.recent(model.requests);
    const own = model.sessions.filter(({ userId }) => userId === request?.userId);
    const session = pick.mostly(own, model.sessions);
    return request && session ? { id: request.id, cookie: session.cookie } : null;
  },
  send: async ({ id, cookie }) => {
    const session = await readSession(new Headers({ cookie }));
    const result = session ? (await openConsent(id, session)).kind : "sign-in page";
    return { result, values: {} };
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
