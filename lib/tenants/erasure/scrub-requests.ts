import { mapStrings } from "@/lib/core/map-strings";
import type { Mentions } from "@/lib/tenants/erasure/mentions";
import {
  findEventRange,
  forgetRequests,
  listMentioningEvents,
  type MentioningEvent,
  updateEvent,
} from "@/lib/tenants/erasure/repository";

const EVENTS_AT_ONCE = 2_000n;

/** Removes a person from the failure logs of all clients, and requests that wait with their name or address. */
export async function scrubRequests(mentions: Mentions): Promise<void> {
  const { pattern } = mentions;
  await forgetRequests({ pattern });
  const { first, last } = await findEventRange();
  for (let after = first - 1n; after < last; after += EVENTS_AT_ONCE) {
    const range = { afterId: String(after), throughId: String(after + EVENTS_AT_ONCE) };
    for (const event of await listMentioningEvents({ ...range, pattern })) {
      const scrubbed = scrubEvent(event, mentions);
      if (JSON.stringify(scrubbed) !== JSON.stringify(event)) await updateEvent(scrubbed);
    }
  }
}

/**
 * Our own messages quote the request, so they can name a person only if the request did. Without this condition, a name
 * made of their words would change them everywhere.
 */
function scrubEvent(event: MentioningEvent, mentions: Mentions): MentioningEvent {
  let isNamed = false;
  mapStrings(event.input, (text) => {
    isNamed ||= mentions.namesPerson(text);
    return text;
  });
  const scrub = isNamed ? mentions.scrub : mentions.scrubEmails;
  return {
    id: event.id,
    detail: event.detail && scrub(event.detail),
    difference: event.difference && scrub(event.difference),
    input: mapStrings(event.input, scrub),
    fix: mapStrings(event.fix, scrub),
  };
}
