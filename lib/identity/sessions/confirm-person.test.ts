import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { confirmPassword, confirmPerson } from "@/lib/identity/sessions/check-password";
import { MINTED_PASSWORD, mintUser } from "@/test/factories/mint";
import { mintSession } from "@/test/factories/mint-scene";
import { configureTestEnv } from "@/test/process/test-env";

const PASSWORD = MINTED_PASSWORD;
const PROVIDER = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "latchkey",
  OIDC_CLIENT_SECRET: "a secret of the provider",
  OIDC_NAME: "Acme ID",
};

async function mintPerson(hasPassword: boolean): Promise<string> {
  const { userId: id } = await mintUser();
  if (!hasPassword) await db().user.update({ where: { id }, data: { passwordHash: null } });
  return id;
}

describe("confirming a password", () => {
  it.each([
    ["none is sent", true, undefined, "is required"],
    ["an empty one is sent", true, "", "is required"],
    ["it is wrong", true, "another river at dawn", "is not yours"],
    ["the person has none", false, PASSWORD, "is not yours"],
  ])("is rejected if %s", async (_when, hasPassword, sent, message) => {
    const attempt = confirmPassword(await mintPerson(hasPassword), sent, null);
    await expect(attempt).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(message),
    });
  });
});

it("without a provider, only a person with a password can be confirmed", async () => {
  const confirm = async (hasPassword: boolean) =>
    confirmPerson(await mintPerson(hasPassword), { password: PASSWORD, sessionId: null }, null);
  await expect(confirm(true)).resolves.toBeUndefined();
  await expect(confirm(false)).rejects.toMatchObject({ message: "password: is not yours" });
});

describe("a person without a password who signs in at the provider", () => {
  beforeEach(() => void configureTestEnv(PROVIDER));
  afterEach(() => void configureTestEnv());

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  /** A session that was opened at the provider. */
  async function mintSignIn(userId: string, authenticatedAt: Date | null) {
    const sessionId = await mintSession(userId);
    const signIn = { id: newId(), sessionId, secondFactor: false, ignoredClaims: [] };
    await db().providerSession.create({ data: { ...signIn, authenticatedAt } });
    return sessionId;
  }

  it("is confirmed by a sign-in there in the last ten minutes", async () => {
    const userId = await mintPerson(false);
    const sessionId = await mintSignIn(userId, minutesAgo(9));
    const sent = { password: undefined, sessionId };
    await expect(confirmPerson(userId, sent, null)).resolves.toBeUndefined();
  });

  it.each<[string, (userId: string) => Promise<string | null>]>([
    ["was earlier", (userId) => mintSignIn(userId, minutesAgo(11))],
    ["has no time", (userId) => mintSignIn(userId, null)],
    ["was another person's", async () => mintSignIn(await mintPerson(false), minutesAgo(1))],
    ["was not there", (userId) => mintSession(userId)],
    ["has no session", async () => null],
  ])("must sign in again if the sign-in %s", async (_what, signIn) => {
    const userId = await mintPerson(false);
    const sent = { password: PASSWORD, sessionId: await signIn(userId) };
    await expect(confirmPerson(userId, sent, null)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("sign in again at"),
    });
  });

  it("is confirmed by the password if there is one", async () => {
    const userId = await mintPerson(true);
    const sessionId = await mintSignIn(userId, minutesAgo(1));
    const confirm = (password?: string) => confirmPerson(userId, { password, sessionId }, null);
    await expect(confirm(PASSWORD)).resolves.toBeUndefined();
    await expect(confirm()).rejects.toMatchObject({ code: "invalid_request" });
  });
});
