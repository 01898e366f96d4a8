/** Groups of requests by which people look for one. */
export const requestKinds = ["authorize", "token", "refresh", "call"] as const;
export type RequestKind = (typeof requestKinds)[number];

type SentBy = {
  group: RequestKind;
  method: "GET" | "POST";
  /** `{subject}` is the company or organization; null if the event does not tell. */
  path: string | null;
};

const SERVICE = "/service/panel/authentication/v1.0";

/** Kinds of request that leave an event. Their names are stored and never change. */
export const eventKinds = {
  authorize: {
    group: "authorize",
    method: "GET",
    path: `${SERVICE}/{subject}/oauth/authorize`,
  },
  consent: { group: "authorize", method: "POST", path: "/consent" },
  token: { group: "token", method: "POST", path: `${SERVICE}/{subject}/oauth/token` },
  refresh: { group: "refresh", method: "POST", path: `${SERVICE}/{subject}/oauth/token` },
  bearer: { group: "call", method: "GET", path: null },
  startup: { group: "authorize", method: "GET", path: null },
  introspect: { group: "token", method: "POST", path: `${SERVICE}/oauth/introspect` },
  revoke: { group: "token", method: "POST", path: `${SERVICE}/oauth/revoke` },
  push: { group: "authorize", method: "POST", path: `${SERVICE}/{subject}/oauth/par` },
} as const satisfies Readonly<Record<string, SentBy>>;

/** What kind of request an event of the failure log is about. */
export type EventKind = keyof typeof eventKinds;

export const eventKindNames = Object.keys(eventKinds) as EventKind[];
