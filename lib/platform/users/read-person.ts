import { z } from "zod";
import { sql } from "@/lib/core/db/sql";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { listMemberships } from "@/lib/platform/operators/list-memberships";
import type { Memberships } from "@/lib/platform/operators/schemas";
import { found } from "@/lib/platform/resource";
import { findUserById } from "@/lib/platform/users/repository";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { users } from "@/lib/platform/users/user";

/** How a person signs in. */
type SignInRow = {
  /** Browsers that are signed in now. */
  sessions: number;
  /** Null if no session is on record: those that ended are deleted after a while. */
  lastSignInAt: Date | null;
  /** Since when a second factor of this service is on; null without one. */
  secondFactorSince: Date | null;
  /** Whether a live session used a second factor at the platform's sign-in. */
  secondFactorAtProvider: boolean;
};

/** What the page of a person shows. */
export type PersonObject = { person: UserResponse; memberships: Memberships; signIn: SignInRow };

/**
 * Reads what operators see on the page of a person.
 * @throws ServiceError not_found, also for a person who was erased
 */
export const readPerson = operation({
  id: "readPerson",
  access: platform("directory:read"),
  params: z.object({ user_id: idSchema }),
  returns: value<PersonObject>(),
  async run({ params, caller }) {
    const person = users.serialize(found(users, await findUserById(params.user_id)));
    const [{ body: memberships }, [signIn]] = await Promise.all([
      perform(listMemberships, { params, caller }),
      readSignIn({ userId: params.user_id }),
    ]);
    return { person, memberships, signIn: found(users, signIn ?? null) };
  },
});

const LIVE = "s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending";

const readSignIn = sql<{ userId: string }, SignInRow>(
  "read-sign-in-of-person",
  {
    sessions: "int4",
    lastSignInAt: "timestamptz",
    secondFactorSince: "timestamptz",
    secondFactorAtProvider: "bool",
  },
  `
  SELECT count(*) FILTER (WHERE ${LIVE})::int AS sessions,
    max(s.created_at) FILTER (WHERE NOT s.second_factor_pending) AS "lastSignInAt",
    (SELECT f.confirmed_at FROM second_factors f WHERE f.user_id = :userId) AS "secondFactorSince",
    coalesce(bool_or(p.second_factor) FILTER (WHERE ${LIVE}), false) AS "secondFactorAtProvider"
  FROM user_sessions s LEFT JOIN provider_sessions p ON p.session_id = s.id
  WHERE s.user_id = :userId`,
);
