import type { ClientEvent } from "@/lib/oauth/events/schemas";

const KINDS: Record<ClientEvent["kind"], string> = {
  authorize: "Authorize",
  consent: "Consent",
  token: "Token",
  refresh: "Refresh",
  bearer: "API call",
  startup: "Start-up check",
  introspect: "Introspection",
  revoke: "Revocation",
  push: "Pushed request",
};

/** What was asked for, in words. */
export function kindLabel(kind: ClientEvent["kind"]): string {
  return KINDS[kind];
}

const OUTCOMES: Record<ClientEvent["outcome"], string> = {
  issued: "Issued",
  refused: "Refused",
};

/** What became of it, in words. */
export function outcomeLabel(outcome: ClientEvent["outcome"]): string {
  return OUTCOMES[outcome];
}
