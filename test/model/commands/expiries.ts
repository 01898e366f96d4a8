import { db } from "@/lib/core/db/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { find, type Model } from "@/test/model/model";
import { defineKind, finish } from "@/test/model/step";

const PAST = aMinuteAgo();
// Nothing may expire before it was created.
const LONG_OVER = { createdAt: new Date(PAST.getTime() - 3_600_000), expiresAt: PAST };

const byHash = (value: string) => ({ where: { tokenHash: storedHash(value) }, data: LONG_OVER });

/** Sets the expiry of a code; it stays younger than the membership of its person. */
const expireCode = (value: string, isLastUse: boolean) => db().$executeRaw`
  UPDATE authorization_codes SET expires_at = created_at + interval '1 millisecond',
    second_use_expires_at = CASE WHEN ${isLastUse} THEN created_at + interval '1 millisecond' ELSE second_use_expires_at END
  WHERE code_hash = ${storedHash(value)}`;

type Expiry = {
  /** What can expire. */
  among: (model: Model) => readonly { value: string }[];
  /** Sets its expiry in the database. */
  expire: (value: string) => Promise<unknown>;
  /** What that changes in the model. */
  change: object;
};

const EXPIRIES: Readonly<Record<string, Expiry>> = {
  session: {
    among: ({ sessions }) => sessions,
    expire: (cookie) => {
      const where = { id: readSessionId(cookie) ?? "" };
      return db().userSession.updateMany({ where, data: LONG_OVER });
    },
    change: { expired: true },
  },
  request: {
    among: ({ requests }) => requests,
    expire: (id) => db().authorizationRequest.updateMany({ where: { id }, data: LONG_OVER }),
    change: { expired: true },
  },
  code: {
    among: ({ codes }) => codes.filter(({ late }) => late === "no"),
    expire: (value) => expireCode(value, false),
    change: { late: "first use" },
  },
  "second use": {
    among: ({ codes }) => codes,
    expire: (value) => expireCode(value, true),
    change: { late: "any use" },
  },
  access: {
    among: ({ access }) => access,
    expire: (value) => db().accessToken.updateMany(byHash(value)),
    change: { expired: true },
  },
  refresh: {
    among: ({ refresh }) => refresh,
    expire: (value) => db().refreshToken.updateMany(byHash(value)),
    change: { expired: true },
  },
  grace: {
    among: ({ refresh }) => refresh.filter(({ superseded }) => superseded === "in grace"),
    expire: (value) =>
      db().refreshToken.updateMany({
        where: { tokenHash: storedHash(value), supersededAt: { not: null } },
        data: { supersededAt: PAST },
      }),
    change: { superseded: "past grace" },
  },
  overlap: {
    among: ({ clients }) =>
      clients.flatMap(({ secrets }) => secrets.filter(({ live, inOverlap }) => live && inOverlap)),
    expire: (value) =>
      db().clientSecret.updateMany({
        where: { secretHash: storedHash(value), expiresAt: { not: null } },
        data: LONG_OVER,
      }),
    change: { live: false },
  },
};

/** Time passes for one thing: its row gets an expiry in the past. */
export const expireKind = defineKind({
  ...{ name: "expire", weight: 5 },
  choose: (model, pick) => {
    const what = pick([...Object.keys(EXPIRIES), "grace"]);
    return { what, value: pick.recent(EXPIRIES[what]?.among(model) ?? []).value };
  },
  send: ({ what, value }) => finish(EXPIRIES[what]?.expire(value) ?? Promise.resolve()),
  apply: (model, { what, value }) => {
    const { among, change } = EXPIRIES[what] ?? {};
    Object.assign(find(among?.(model) ?? [], value) ?? {}, change);
    return "ok";
  },
});
