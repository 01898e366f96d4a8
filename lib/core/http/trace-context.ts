export const TRACEPARENT_HEADER = "traceparent";
export const TRACESTATE_HEADER = "tracestate";

const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Sampled, and random trace id. A later version may use the other bits otherwise. */
const KNOWN_FLAGS = 0x03;

/**
 * Reads a trace (W3C Trace Context level 2). Its parent stays the caller's span, because this service records none.
 * @returns what to pass on, `tracestate` within the platform only; null without a valid `traceparent`
 */
export function parseTraceContext(
  traceparent: string,
  tracestate: string | undefined,
): { traceId: string; traceparent: string; tracestate: string | null } | null {
  const [, version, traceId, parentId, flags = "", more] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !parentId || (version === "00" && more !== undefined)) return null;
  const knownFlags = (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, "0");
  return {
    traceId,
    traceparent: `00-${traceId}-${parentId}-${knownFlags}`,
    tracestate: tracestate === undefined ? null : parseTracestate(tracestate),
  };
}

const MAX_MEMBERS = 32;
const MAX_CHARACTERS = 512;
const KEY = /^([a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})$/;
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** @returns null if it is empty, invalid, or longer than every participant has to pass on */
function parseTracestate(text: string): string | null {
  const members = text
    .split(",")
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((member) => member !== "");
  const keys = new Set<string>();
  for (const member of members) {
    const equals = member.indexOf("=");
    const key = member.slice(0, Math.max(0, equals));
    if (keys.has(key) || !KEY.test(key) || !VALUE.test(member.slice(equals + 1))) return null;
    keys.add(key);
  }
  const joined = members.join(",");
  const fits = keys.size > 0 && keys.size <= MAX_MEMBERS && joined.length <= MAX_CHARACTERS;
  return fits ? joined : null;
}
