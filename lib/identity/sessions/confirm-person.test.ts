import { describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { confirmPassword, confirmPerson } from "@/lib/identity/sessions/confirm-person";
import { mintUser } from "@/test/factories/mint";

const PASSWORD = "a quiet river at dawn";

async function mintPerson(hasPassword: boolean): Promise<string> {
  const { userId } = await mintUser();
  const passwordHash = hasPassword ? await hashPassword(PASSWORD) : null;
  await db().user.update({ where: { id: userId }, data: { passwordHash } });
  return userId;
}

describe("confirming a password", () => {
  it("succeeds with the person's own", async () => {
    await expect(confirmPassword(await mintPerson(true), PASSWORD, null)).resolves.toBeUndefined();
  });

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

it("without a provider, a person without a password cannot be confirmed", async () => {
  const sent = { password: PASSWORD, sessionId: null };
  const attempt = confirmPerson(await mintPerson(false), sent, null);
  await expect(attempt).rejects.toMatchObject({ message: "password: is not yours" });
});
