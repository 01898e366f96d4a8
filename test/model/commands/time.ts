import type { Model } from "@/test/model/model";
import { defineKind, ok } from "@/test/model/step";
import { expire } from "@/test/model/world";
import { UNKNOWN_ID } from "./clients";

/**
 * What can expire, with its value: a session's cookie, a code, a token, the id of a request or
 * secret.
 */
export type Expiring = {
  what: "session" | "request" | "code" | "second use" | "access" | "refresh" | "grace" | "overlap";
  value: string;
};

/** Time passes for one thing: its row gets an expiry in the past. */
export const expireKind = defineKind<Expiring>({
  name: "expire",
  weight: 5,
  choose: (model, pick) => {
    const graced = model.refresh.filter(({ superseded }) => superseded === "in grace");
    const secrets = model.clients.flatMap(({ secrets }) => secrets);
    const overlapping = secrets.filter(
      ({ id, overlap }) => overlap === "running" && !id.startsWith(UNKNOWN_ID),
    );
    const target = pick<[Expiring["what"], string | undefined]>([
      ["session", pick(model.sessions)?.cookie],
      ["request", pick(model.requests)?.id],
      ["code", pick.recent(model.codes)?.value],
      ["second use", pick.recent(model.codes)?.value],
      ["access", pick.recent(model.access)?.value],
      ["refresh", pick.recent(model.refresh)?.value],
      ["grace", pick(graced)?.value],
      ["grace", pick(graced)?.value],
      ["overlap", pick(overlapping)?.id],
    ]);
    return target?.[1] ? { what: target[0], value: target[1] } : null;
  },
  send: async (expiring) => {
    await expire(expiring);
    return ok();
  },
  apply: (model, { what, value }) => {
    applyExpiry(model, what, value);
    return "ok";
  },
});

function applyExpiry(model: Model, what: Expiring["what"], value: string): void {
  for (const each of model.sessions)
    if (what === "session" && each.cookie === value) each.expired = true;
  for (const each of model.requests)
    if (what === "request" && each.id === value) each.expired = true;
  for (const each of model.access)
    if (what === "access" && each.value === value) each.expired = true;
  for (const each of model.refresh) {
    if (each.value !== value) continue;
    if (what === "refresh") each.expired = true;
    if (what === "grace" && each.superseded === "in grace") each.superseded = "past grace";
  }
  for (const each of model.codes) {
    if (each.value !== value) continue;
    if (what === "second use") each.late = "any use";
    if (what === "code" && each.late === "no") each.late = "first use";
  }
  for (const each of model.clients.flatMap(({ secrets }) => secrets)) {
    if (what === "overlap" && each.id === value && each.overlap === "running")
      each.overlap = "over";
  }
}
