import { beforeEach, describe, expect, it } from "vitest";
import { handleOperation } from "@/lib/api/handle-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { changePassword } from "@/lib/identity/account/profile";
import { offerRecoveryLink, recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import {
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/identity/account/second-factor/second-factor";
import { signIn } from "@/lib/identity/sessions/check-password";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import type { RoutedOperation } from "@/lib/operation/operation";
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

/** The entries about the person in an organization's log, oldest first. */
const entries = (organization = organizationId) =>
  db().auditRow.findMany({
    where: { organizationId: organization, target: `user:${person.userId}` },
    select: { action: true, actor: true, after: true },
    orderBy: { id: "asc" },
  });

/** Sends a form of the person. */
const send = (form: RoutedOperation, path: string, fields: object, cookie = person.cookie) =>
  handleOperation(form)(
    new Request(`${env().baseUrl}${path}`, {
      method: "POST",
      headers: { cookie, origin: env().baseUrl },
      body: new URLSearchParams({ ...fields }),
    }),
  );

const changeOwnPassword = () =>
  send(changePassword, "/profile/password", { password: MINTED_PASSWORD, new_password: CHOSEN });

async function useRecoveryLink() {
  const token = (await offerRecoveryLink(person.email))?.split("/").at(-1);
  await send(recoverAccount, `/recover/${token}/password`, { password: CHOSEN }, "");
}

async function changeSecondFactor() {
  const { secret } = await mintSecondFactor(person.userId);
  const prove = (steps: number) => ({ password: MINTED_PASSWORD, code: codeOf(secret, steps) });
  await send(replaceRecoveryCodes, "/profile/second-factor/recovery-codes", prove(0));
  await send(removeSecondFactor, "/profile/second-factor/remove", prove(1));
}

async function enterWrongCode() {
  await mintSecondFactor(person.userId);
  const newSession = await signIn(person.email, MINTED_PASSWORD, from);
  const cookie = `${sessionCookieName()}=${signSessionId(newSession?.sessionId ?? "")}`;
  await send(answerSecondFactor, "/sign-in/second-factor/answer", { code: "wrong" }, cookie);
}

describe("the audit log of each organization of a person", () => {
  it.each<[what: string, act: () => Promise<unknown>, ...recorded: object[]]>([
    ["a password change", changeOwnPassword, { action: "password.changed", after: null }],
    [
      "a password set by a recovery link",
      useRecoveryLink,
      { action: "password.changed", after: { by: "recovery_link" } },
    ],
    [
      "new recovery codes and removal of the second factor",
      changeSecondFactor,
      { action: "recovery_codes.replaced" },
      { action: "second_factor.removed" },
    ],
    [
      "a wrong code after the correct password",
      enterWrongCode,
      { action: "sign_in.failed", actor: "anonymous:sign-in", after: { step: "second_factor" } },
    ],
  ])("records %s", async (_what, act, ...recorded) => {
    const { organizationId: other } = await mintOrganization();
    const membership = { organizationId: other, userId: person.userId, role: "auditor" } as const;
    await db().organizationMember.create({ data: membership });
    await act();
    const actor = `user:${person.userId}`;
    const expected = recorded.map((entry) => ({ actor, ...entry }));
    expect(await entries()).toMatchObject(expected);
    expect(await entries(other)).toMatchObject(expected);
  });

  it("records failed sign-ins without an actor, at most five an hour", async () => {
    for (let n = 0; n < 8; n += 1) {
      await signIn(person.email, "wrong", { ...from, ipAddress: `203.0.113.${n}` });
    }
    await expect.poll(async () => (await entries()).length).toBe(5);
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
    const failed = { action: "sign_in.failed", actor: "anonymous:sign-in" };
    for (const entry of await entries()) {
      expect(entry).toEqual({ ...failed, after: { step: "password" } });
    }
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
});

it("records no failed sign-in of a person without an organization", async () => {
  const loner = await mintUser();
  await signIn(loner.email, "wrong", from);
  expect(await db().auditRow.count({ where: { target: `user:${loner.userId}` } })).toBe(0);
});
