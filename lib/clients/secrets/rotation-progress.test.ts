import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rotationProgress, type SecretUse } from "@/lib/clients/secrets/secrets";

const HOUR_MS = 3_600_000;
const NOW = new Date("2026-11-21T12:00:00Z");

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

function secret(id: string, madeHoursAgo: number, usedHoursAgo: number | null): SecretUse {
  const lastUsedAt = usedHoursAgo === null ? null : hoursAgo(usedHoursAgo);
  return { id, createdAt: hoursAgo(madeHoursAgo), lastUsedAt };
}

const anySecrets = fc
  .array(
    fc.record({
      made: fc.double({ min: 0, max: 2_000, noNaN: true }),
      usedAfter: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows
      .toSorted((left, right) => left.made - right.made)
      .map(({ made, usedAfter }, at) =>
        secret(String(at), made, usedAfter === null ? null : made * usedAfter),
      ),
  );

describe("a rotation's progress", () => {
  it("is null with fewer than two secrets", () => {
    for (const secrets of [[], [secret("a", 900, 1)]])
      expect(rotationProgress(secrets, NOW)).toBeNull();
  });

  it.each<[state: string, newest: SecretUse, old: SecretUse]>([
    // Until the new secret is used, however long the old one was idle.
    ["waiting_for_first_use", secret("new", 50, null), secret("old", 900, 800)],
    ["old_in_use", secret("new", 50, 0), secret("old", 900, 23.99)],
    ["safe_to_revoke", secret("new", 50, 40), secret("old", 900, 24)],
    // An unused secret counts from its creation.
    ["old_in_use", secret("new", 1, 0), secret("old", 23, null)],
    ["safe_to_revoke", secret("new", 1, 0), secret("old", 25, null)],
  ])("is %s after these uses", (state, newest, old) => {
    const idle_since = (old.lastUsedAt ?? old.createdAt).toISOString();
    const safe_to_revoke = state === "safe_to_revoke";
    expect(rotationProgress([newest, old], NOW)).toMatchObject({
      state,
      newest_id: "new",
      old: [{ id: "old", idle_since, safe_to_revoke }],
    });
  });

  it("never calls a secret safe if it was used or created within 24 hours or before the newest was used", () => {
    fc.assert(
      fc.property(anySecrets, (secrets) => {
        const progress = rotationProgress(secrets, NOW);
        for (const { id, safe_to_revoke } of progress?.old ?? []) {
          const use = secrets.find((one) => one.id === id);
          const idleSince = use?.lastUsedAt ?? use?.createdAt ?? NOW;
          const isIdle = NOW.getTime() - idleSince.getTime() >= 24 * HOUR_MS;
          expect(safe_to_revoke).toBe(isIdle && secrets[0]?.lastUsedAt !== null);
        }
        const areSafe = progress?.old.every(({ safe_to_revoke }) => safe_to_revoke) ?? false;
        expect(progress?.state === "safe_to_revoke").toBe(areSafe);
      }),
    );
  });

  it("never goes back while no secret is used", () => {
    const order = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"];
    fc.assert(
      fc.property(anySecrets, fc.double({ min: 0, max: 99, noNaN: true }), (secrets, hours) => {
        const now = rotationProgress(secrets, NOW);
        const later = rotationProgress(secrets, hoursAgo(-hours));
        if (!now || !later) return;
        expect(order.indexOf(later.state)).toBeGreaterThanOrEqual(order.indexOf(now.state));
      }),
    );
  });
});
