const EVENTS_KEPT = 8;

/**
 * What this extension remembers of a company next to the SDK's sessions.
 * @returns {Promise<{events: {what: string, at: string}[], session_ids: string[]}>} newest first
 */
export async function readRecord(storage, companyId) {
  return (await storage.get(keyOf(companyId))) ?? { events: [], session_ids: [] };
}

/**
 * Notes what happened.
 * @param {"launched" | "installed" | "refreshed" | "removed"} what
 * @param {string} [sessionId] the online session that began with it
 */
export async function recordEvent(storage, companyId, what, sessionId) {
  const record = await readRecord(storage, companyId);
  const event = { what, at: new Date().toISOString() };
  await storage.set(keyOf(companyId), {
    events: [event, ...record.events].slice(0, EVENTS_KEPT),
    session_ids: sessionId ? [...record.session_ids, sessionId] : record.session_ids,
  });
}

/** Deletes the company's online sessions: on uninstall the SDK deletes only the offline one. */
export async function forgetOnlineSessions(storage, companyId) {
  const record = await readRecord(storage, companyId);
  for (const id of record.session_ids) await storage.del(id);
  await storage.set(keyOf(companyId), { ...record, session_ids: [] });
}

function keyOf(companyId) {
  return `company:${companyId}`;
}
