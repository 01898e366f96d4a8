import { z } from "zod";
import { db } from "@/lib/core/db/client";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { sortByName } from "@/lib/core/values/name-order-values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json, value } from "@/lib/operation/returns";
import type { PersonObject } from "@/lib/platform/object-values";
import { membershipsSchema } from "@/lib/platform/operators/schemas";
import { requireRow } from "@/lib/platform/resource";
import { findUserById } from "@/lib/platform/users/repository";
import { users } from "@/lib/platform/users/users";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";

export const listMemberships = operation({
  id: "listMemberships",
  request: {
    route: `GET ${CONSOLE}/users/{user_id}/memberships`,
    params: z.object({ user_id: idSchema.meta({ description: "Our id of the person." }) }),
  },
  access: platform("directory:read"),
  summary: "List a person's memberships",
  description: "Returns the companies and organizations that a person belongs to.",
  tag: OPERATORS_TAG,
  returns: json(membershipsSchema, "The memberships."),
  async run({ params }) {
    const { companyMembers, organizationMembers } = requireRow(
      users,
      await findMemberships(params.user_id),
    );
    const companies = companyMembers.map(({ company: { id, name }, ...membership }) => ({
      company_id: id,
      name,
      ...membership,
    }));
    const organizations = organizationMembers.map(
      ({ organization: { id, name }, ...membership }) => ({
        organization_id: id,
        name,
        ...membership,
      }),
    );
    return {
      body: { companies: sortByName(companies), organizations: sortByName(organizations) },
    };
  },
});

/** Reads what operators see on the page of a person. */
export const readPerson = operation({
  id: "readPerson",
  access: platform("directory:read"),
  request: { params: z.object({ user_id: idSchema }) },
  returns: value<PersonObject>(),
  async run({ params, caller }) {
    const { body: person } = users.respond(requireRow(users, await findUserById(params.user_id)));
    const [{ body: memberships }, [signIn]] = await Promise.all([
      perform(listMemberships, { params, caller }),
      readSignIn({ userId: params.user_id }),
    ]);
    return { person, memberships, signIn: requireRow(users, signIn ?? null) };
  },
});

/** The memberships of a person; null for a person who does not exist or was erased. */
function findMemberships(userId: string) {
  return db().user.findFirst({
    where: { id: userId, erasedAt: null },
    select: {
      companyMembers: {
        select: { role: true, source: true, company: { select: { id: true, name: true } } },
        orderBy: { companyId: "asc" },
      },
      organizationMembers: {
        select: { role: true, source: true, organization: { select: { id: true, name: true } } },
        orderBy: { organizationId: "asc" },
      },
    },
  });
}

const LIVE = "s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending";

const SIGN_IN = {
  /** Browsers that are signed in now. */
  sessions: "int4",
  /** Null if no session is on record: those that ended are deleted after a while. */
  lastSignInAt: "timestamptz?",
  /** Of this service; null without one. */
  secondFactorSince: "timestamptz?",
  /** Whether a live session used a second factor at the platform's sign-in. */
  secondFactorAtProvider: "bool",
} as const;
export type SignInRow = RowOf<typeof SIGN_IN>;

const readSignIn = sql<{ userId: string }, SignInRow>(
  "read-sign-in-of-person",
  SIGN_IN,
  `
  SELECT count(*) FILTER (WHERE ${LIVE})::int AS sessions,
    max(s.created_at) FILTER (WHERE NOT s.second_factor_pending) AS "lastSignInAt",
    (SELECT f.confirmed_at FROM second_factors f WHERE f.user_id = :userId) AS "secondFactorSince",
    coalesce(bool_or(p.second_factor) FILTER (WHERE ${LIVE}), false) AS "secondFactorAtProvider"
  FROM user_sessions s LEFT JOIN provider_sessions p ON p.session_id = s.id
  WHERE s.user_id = :userId`,
);
