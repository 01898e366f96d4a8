import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** The columns of an entry in a failure log that may mention a person. */
export type MentioningEvent = {
  id: string;
  detail: string | null;
  difference: string | null;
  input: unknown;
  fix: unknown;
};

/** The ids of the oldest and the newest entry of all failure logs. */
export async function findEventRange(): Promise<{ first: bigint; last: bigint }> {
  const id = { id: true } as const;
  const { _min, _max } = await db().authorizationEvent.aggregate({ _min: id, _max: id });
  return { first: _min.id ?? 0n, last: _max.id ?? 0n };
}

/** The entries of a range of ids that match a pattern. */
export const listMentioningEvents = sql<
  { afterId: string; throughId: string; pattern: string },
  MentioningEvent
>(
  "list-events-that-mention",
  { id: "text", detail: "text", difference: "text", input: "jsonb", fix: "jsonb" },
  `
  SELECT id::text AS id, detail, difference, input, fix FROM authorization_events
  WHERE id > :afterId AND id <= :throughId
    AND concat_ws(' ', detail, difference, input::text, fix::text) ~* :pattern`,
);

const update = sql<{
  id: string;
  detail: string | null;
  difference: string | null;
  input: string | null;
  fix: string | null;
}>(
  "scrub-authorization-event",
  {},
  `
  UPDATE authorization_events
  SET detail = :detail, difference = :difference, input = :input::jsonb, fix = :fix::jsonb WHERE id = :id`,
);

/** Stores an entry without the person. */
export async function updateEvent({ input, fix, ...event }: MentioningEvent): Promise<void> {
  await update({ ...event, input: textOf(input), fix: textOf(fix) });
}

function textOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Deletes requests that wait and match a pattern. */
export const forgetRequests = sql<{ pattern: string }>(
  "forget-requests-that-mention",
  {},
  `
  WITH pushed AS (DELETE FROM pushed_requests WHERE parameters ~* :pattern)
  DELETE FROM authorization_requests WHERE concat_ws(' ', redirect_uri, state) ~* :pattern`,
);
