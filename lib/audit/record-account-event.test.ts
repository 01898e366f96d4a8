import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { changePassword } from "@/lib/identity/account/change-password";
import { offerRecoveryLink } from "@/lib/identity/account/recovery/offer-recovery-link";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import { removeSecondFactor } from "@/lib/identity/account/second-factor/remove-second-factor";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/replace-recovery-codes";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { signIn } from "@/lib/identity/sessions/sign-in";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";

const from = { ipAddress: "203.0.113.61", userAgent: null };
const CHOSEN = "quite another long password";

let organizationId: string;
let person: MintedUser;

beforeEach(async () => {
  ({ organizationId } = await mintOrganization());
  person = await mintMember(organizationId, "developer");
});

/** The entries about the person in the organization's log, oldest first. */
async function entries(organization = organizationId) {
  return db().auditRow.findMany({
    where: { organizationId: organization, target: `user:${person.userId}` },
    select: { action: true, actor: true, after: true },
    orderBy: { id: "asc" },
  });
}

function post(path: string, form: Record<string, string>, cookie = person.cookie): Request {
  const headers = { cookie, origin: env().baseUrl };
  return new Request(`${env().baseUrl}${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(form),
  });
}

describe("the audit log of each organization of a person", () => {
  it("records a password change", async () => {
    const otherOrganization = await mintOrganization();
    await db().organizationMember.create({
      data: {
        organizationId: otherOrganization.organizationId,
        userId: person.userId,
        role: "auditor",
      },
    });
    const form = { password: MINTED_PASSWORD, new_password: CHOSEN };
    await answerOperation(changePassword)(post("/profile/password", form));
    const entry = { action: "password.changed", actor: `user:${person.userId}`, after: null };
    expect(await entries()).toEqual([entry]);
    expect(await entries(otherOrganization.organizationId)).toEqual([entry]);
  });

  it("records a password set by a recovery link", async () => {
    const token = (await offerRecoveryLink(person.email))?.split("/").at(-1);
    await answerOperation(recoverAccount)(
      post(`/recover/${token}/password`, { password: CHOSEN }, ""),
    );
    expect(await entries()).toMatchObject([
      { action: "password.changed", after: { by: "recovery_link" } },
    ]);
  });

  it("records new recovery codes and removal of the second factor", async () => {
    const { secret } = await mintSecondFactor(person.userId);
    const prove = (steps: number) => ({ password: MINTED_PASSWORD, code: codeOf(secret, steps) });
    await answerOperation(replaceRecoveryCodes)(
      post("/profile/second-factor/recovery-codes", prove(0)),
    );
    await answerOperation(removeSecondFactor)(post("/profile/second-factor/remove", prove(1)));
    expect((await entries()).map(({ action }) => action)).toEqual([
      "recovery_codes.replaced",
      "second_factor.removed",
    ]);
  });

  it("records failed sign-ins without an actor, at most five an hour", async () => {
    for (let n = 0; n < 8; n += 1) {
      await signIn(person.email, "wrong", { ...from, ipAddress: `203.0.113.${n}` });
    }
    await expect.poll(async () => (await entries()).length).toBe(5);
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
    const entry = { action: "sign_in.failed", actor: "anonymous:sign-in" };
    expect(await entries()).toEqual(
      Array.from({ length: 5 }, () => ({ ...entry, after: { step: "password" } })),
    );
  });

  it("records no failed sign-in for the right password", async () => {
    const [right, wrong] = [newId(), newId()];
    await signIn(person.email, MINTED_PASSWORD, { ...from, requestId: right });
    await signIn(person.email, "wrong", { ...from, requestId: wrong });
    const failed = async () => {
      const where = { action: "sign_in.failed", organizationId };
      return (await db().auditRow.findMany({ where })).map(({ requestId }) => requestId);
    };
    await expect.poll(failed).toContain(wrong);
    expect(await failed()).not.toContain(right);
  });

  it("records a wrong code after the correct password", async () => {
    await mintSecondFactor(person.userId);
    const newSession = await signIn(person.email, MINTED_PASSWORD, from);
    const cookie = `${sessionCookieName()}=${signSessionId(newSession?.sessionId ?? "")}`;
    await answerOperation(answerSecondFactor)(
      post("/sign-in/second-factor/answer", { code: "wrong" }, cookie),
    );
    expect(await entries()).toMatchObject([
      { action: "sign_in.failed", after: { step: "second_factor" } },
    ]);
  });
});

it("records no failed sign-in of a person without an organization", async () => {
  const loner = await mintUser();
  await signIn(loner.email, "wrong", from);
  expect(await db().auditRow.count({ where: { target: `user:${loner.userId}` } })).toBe(0);
});
