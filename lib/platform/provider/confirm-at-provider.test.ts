import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { confirmPerson } from "@/lib/identity/sessions/check-password";
import { mintOrganization } from "@/test/factories/mint";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";
import { signInAtProvider } from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

describe("a person without a password", () => {
  async function signedInAgain() {
    const { browser, sub } = await signInNewly();
    provider().requested.length = 0;
    await signInAtProvider(browser, { sub, query: "again=1" });
    // They have to sign in there again, even if they are signed in.
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(true);
    return requireStoredSession(browser);
  }

  const confirm = (userId: string, sessionId: string | null) =>
    confirmPerson(userId, { password: undefined, sessionId }, null);

  it("proves who they are by signing in at the provider again, in that session and for ten minutes", async () => {
    const { id, userId } = await signedInAgain();
    await confirm(userId, id);
    const other = await signedInAgain();
    await expect(confirm(userId, other.id)).rejects.toThrow("sign in again at Acme ID");
    await expect(confirm(userId, null)).rejects.toThrow("sign in again at Acme ID");
    await db().providerSession.update({
      where: { sessionId: id },
      data: { authenticatedAt: new Date(Date.now() - 11 * 60_000) },
    });
    await expect(confirm(userId, id)).rejects.toThrow("sign in again at Acme ID");
  });

  it("cannot confirm at the provider if they have a password", async () => {
    const { id, userId } = await signedInAgain();
    const { owner } = await mintOrganization();
    await db().user.update({
      where: { id: userId },
      data: { email: `${userId}@example.com`, passwordHash: "a hash" },
    });
    await expect(confirm(userId, id)).rejects.toThrow("password");
    await expect(confirm(owner.userId, id)).rejects.toThrow("password");
  });
});
