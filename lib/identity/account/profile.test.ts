import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
} from "@/lib/identity/account/profile";
import {
  describeSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/identity/account/second-factor/second-factor";
import {
  confirmSecondFactor,
  openSetUp,
  startSecondFactor,
} from "@/lib/identity/account/second-factor/set-up";
import { signIn } from "@/lib/identity/sessions/check-password";
import { openSession } from "@/lib/identity/sessions/open-session";
import { readSession } from "@/lib/identity/sessions/read-session";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import type { RoutedOperation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { MINTED_PASSWORD, type MintedUser, mintUser } from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { sessionOf } from "@/test/factories/page-callers";
import { locationOf, sendForm } from "@/test/requests/send-form";

const from = { ipAddress: "203.0.113.9", userAgent: "another browser" };
const password = MINTED_PASSWORD;

let person: MintedUser;

beforeEach(async () => {
  person = await mintUser();
});

const submit = (form: RoutedOperation, fields: Record<string, string> = {}) =>
  sendForm(form, { as: person, fields });

async function noticeOf(...form: Parameters<typeof submit>): Promise<string | null> {
  const location = new URL(locationOf(await submit(...form)) ?? "", env().baseUrl);
  return location.searchParams.get("notice");
}

/** A second browser in which the person is signed in. */
async function anotherBrowser(userId = person.userId) {
  const sessionId = await openSession(db(), userId, "live", from);
  const cookie = `${sessionCookieName()}=${signSessionId(sessionId)}`;
  return { sessionId, isLive: async () => (await readSession(new Headers({ cookie }))) !== null };
}

const current = async () => {
  const session = await readSession(new Headers({ cookie: person.cookie }));
  if (!session) throw new Error("The person is not signed in");
  return session;
};

describe("changing the name", () => {
  it("saves the trimmed name", async () => {
    const fields = { first_name: " Mira ", last_name: "Sen" };
    expect(await noticeOf(changeName, fields)).toBe("name_saved");
    expect(await current()).toMatchObject({ firstName: "Mira", lastName: "Sen" });
  });

  it.each([
    ["an empty name", { first_name: " ", last_name: "Sen" }],
    ["a missing name", { first_name: "Mira" }],
    ["a direction character", { first_name: "Mira\u202e", last_name: "Sen" }],
    ["a name that is too long", { first_name: "M".repeat(121), last_name: "Sen" }],
  ])("rejects %s", async (_what, fields) => {
    expect(await noticeOf(changeName, fields)).toBe("name_invalid");
    expect(await current()).toMatchObject({ firstName: "Asha", lastName: "Rao" });
  });
});

describe("changing the password", () => {
  const fields = { password, new_password: "another long password" };

  it("requires the current password and signs out every other browser", async () => {
    const otherBrowser = await anotherBrowser();
    const stranger = await mintUser();
    expect(await noticeOf(changePassword, fields)).toBe("password_changed");
    expect(await signIn(person.email, fields.new_password, from)).not.toBeNull();
    expect(await signIn(person.email, password, from)).toBeNull();
    expect(await otherBrowser.isLive()).toBe(false);
    expect(await current()).toMatchObject({ userId: person.userId });
    expect(await readSession(new Headers({ cookie: stranger.cookie }))).not.toBeNull();
  });

  it.each([
    ["a wrong current password", { ...fields, password: "wrong" }, "password_wrong"],
    ["a missing current password", { new_password: fields.new_password }, "password_wrong"],
    ["a short new password", { ...fields, new_password: "eleven char" }, "password_invalid"],
    ["a common new password", { ...fields, new_password: "password1234" }, "password_common"],
    ["a personal new password", { ...fields, new_password: "Asha-Rao-2026" }, "password_personal"],
    ["an overlong new password", { ...fields, new_password: "x".repeat(201) }, "password_invalid"],
  ])("rejects %s", async (_what, wrong, notice) => {
    const otherBrowser = await anotherBrowser();
    expect(await noticeOf(changePassword, wrong)).toBe(notice);
    expect(await otherBrowser.isLive()).toBe(true);
    expect(await signIn(person.email, password, from)).not.toBeNull();
  });

  it("security 54: limits guesses of the current password", async () => {
    const wrong = { ...fields, password: "wrong" };
    for (let n = 0; n < 10; n += 1) await submit(changePassword, wrong);
    expect(await noticeOf(changePassword, fields)).toBe("too_many_attempts");
  });
});

describe("sessions", () => {
  it("are listed with the current one, but without those that await a second factor", async () => {
    const otherBrowser = await anotherBrowser();
    await openSession(db(), person.userId, "second_factor_pending", from);
    const session = await current();
    expect(await perform(listSessions, { caller: { session } })).toMatchObject([
      { id: otherBrowser.sessionId, isThis: false, ...from },
      { id: session.sessionId, isThis: true },
    ]);
  });

  it("can be ended one at a time, and by no other person", async () => {
    const [one, two] = [await anotherBrowser(), await anotherBrowser()];
    expect(await noticeOf(endSession, { session_id: one.sessionId })).toBe("session_ended");
    expect([await one.isLive(), await two.isLive()]).toEqual([false, true]);
    const theirs = await anotherBrowser((await mintUser()).userId);
    await submit(endSession, { session_id: theirs.sessionId });
    await submit(endOtherSessions);
    expect(await theirs.isLive()).toBe(true);
  });

  it("can all be ended except the current one, including those awaiting a second factor", async () => {
    await anotherBrowser();
    await openSession(db(), person.userId, "second_factor_pending", from);
    expect(await noticeOf(endOtherSessions)).toBe("sessions_ended");
    const where = { userId: person.userId, endedAt: null };
    const { sessionId: id } = await current();
    expect(await db().userSession.findMany({ where })).toMatchObject([{ id }]);
  });
});

describe("a second factor", () => {
  const describeFactor = () => perform(describeSecondFactor, { caller: sessionOf(person.userId) });

  async function setUp(): Promise<string> {
    const response = await submit(startSecondFactor, { password });
    expect(locationOf(response)).toBe("/profile/second-factor");
    const opened = await perform(openSetUp, { caller: { session: await current() } });
    return opened?.secret ?? "";
  }

  it("is enabled by one of its codes, returns ten recovery codes, and signs out every other browser", async () => {
    const otherBrowser = await anotherBrowser();
    const secret = await setUp();
    expect(await describeFactor()).toBeNull();
    const typed = codeOf(secret).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    const response = await submit(confirmSecondFactor, { code: typed });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toMatch(/(?:[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\n){10}/);
    expect(await describeFactor()).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await otherBrowser.isLive()).toBe(false);
    const newSession = await signIn(person.email, password, from);
    const { secondFactorPending } = await db().userSession.findUniqueOrThrow({
      where: { id: newSession?.sessionId ?? "" },
    });
    expect(secondFactorPending).toBe(true);
  });

  it("cannot be set up without the password, or before an earlier one is removed", async () => {
    expect(await noticeOf(startSecondFactor, { password: "wrong" })).toBe("password_wrong");
    expect(await perform(openSetUp, { caller: { session: await current() } })).toBeNull();
    await mintSecondFactor(person.userId);
    expect(await noticeOf(startSecondFactor, { password })).toBe("second_factor_on_already");
  });

  it("stays disabled after a wrong code or a late one", async () => {
    const secret = await setUp();
    for (const code of [codeOf(secret, 10), "", "\u0661".repeat(6), "\ud800".repeat(6), "æøåæøå"]) {
      const wrong = await submit(confirmSecondFactor, { code });
      expect(locationOf(wrong)).toBe("/profile/second-factor?problem=wrong_code");
    }
    await db().secondFactor.update({
      where: { userId: person.userId },
      data: { createdAt: new Date(Date.now() - 31 * 60_000) },
    });
    await submit(confirmSecondFactor, { code: codeOf(secret) });
    expect(await describeFactor()).toBeNull();
  });

  it("returns one set of recovery codes when confirmed concurrently", async () => {
    const code = codeOf(await setUp());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submit(confirmSecondFactor, { code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await describeFactor()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("is stored encrypted and bound to its person", async () => {
    const secret = await setUp();
    const row = await db().secondFactor.findUniqueOrThrow({ where: { userId: person.userId } });
    expect(Buffer.from(row.encrypted).includes(secret)).toBe(false);
    const otherUser = await mintUser();
    const { encrypted, encryptionKeyId } = row;
    const data = { userId: otherUser.userId, encrypted, encryptionKeyId };
    await db().secondFactor.create({ data });
    const opening = perform(openSetUp, { caller: sessionOf(otherUser.userId) });
    await expect(opening).rejects.toThrow();
  });

  it("is removed together with its recovery codes, by password and code", async () => {
    const { secret } = await mintSecondFactor(person.userId);
    const fields = { password, code: codeOf(secret) };
    expect(await noticeOf(removeSecondFactor, fields)).toBe("second_factor_removed");
    expect(await describeFactor()).toBeNull();
    expect(await db().recoveryCode.count({ where: { userId: person.userId } })).toBe(0);
  });

  it.each([
    ["without the password", { code: "" }],
    ["without a code", { password }],
    ["with a wrong code", { password, code: "abcdef" }],
  ])("cannot be removed %s", async (_what, fields) => {
    await mintSecondFactor(person.userId);
    expect(await noticeOf(removeSecondFactor, fields)).toBe("second_factor_kept");
    expect(await noticeOf(replaceRecoveryCodes, fields)).toBe("recovery_codes_kept");
    expect(await describeFactor()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it("gets new recovery codes, which invalidate the old ones", async () => {
    const { secret, recoveryCodes } = await mintSecondFactor(person.userId);
    const hashes = async () => {
      const rows = await db().recoveryCode.findMany({ where: { userId: person.userId } });
      return rows.map(({ codeHash }) => Buffer.from(codeHash).toString("hex"));
    };
    const before = await hashes();
    const response = await submit(replaceRecoveryCodes, { password, code: codeOf(secret) });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(recoveryCodes[0]);
    expect(new Set([...before, ...(await hashes())]).size).toBe(20);
    expect(await hashes()).toHaveLength(10);
  });
});
