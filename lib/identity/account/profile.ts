import { z } from "zod";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { profilePage } from "@/lib/identity/account/profile-page";
import { nameFormSchema, newPasswordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/check-password";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice, value } from "@/lib/operation/returns";

export const changeName = operation({
  id: "changeName",
  request: { route: "POST /profile/name", body: nameFormSchema },
  access: signedIn(),
  returns: profilePage("name", "name_invalid"),
  async run({ caller: { session }, body: { first_name, last_name } }) {
    const data = { firstName: first_name, lastName: last_name };
    await db().user.update({ where: { id: session.userId }, data, select: { id: true } });
    return notice("name_saved");
  },
});

/** Changes the password, given the current one. Ends the other sessions. */
export const changePassword = operation({
  id: "changePassword",
  request: { route: "POST /profile/password", body: newPasswordFormSchema },
  access: signedIn(),
  returns: profilePage("password", "password_invalid"),
  async run({ caller: { session }, body, info }) {
    const { password, new_password: newPassword } = body;
    const { userId, sessionId } = session;
    if (!(await isOwnPassword(userId, password, info))) return notice("password_wrong");
    const fault = judgePassword(newPassword, session);
    if (fault) return notice(fault);
    const passwordHash = await hashPassword(newPassword);
    await transaction(async (tx) => {
      await updatePassword(tx, userId, passwordHash);
      await endSessions(tx, { userId, id: { not: sessionId } });
      await recordAccountEvent(tx, userId, info, { action: "password.changed" });
    });
    return notice("password_changed");
  },
});

/** A browser in which a person is signed in. */
type OpenSession = {
  id: string;
  since: Date;
  ipAddress: string | null;
  userAgent: string | null;
  /** Whether it is the current one. */
  isThis: boolean;
};

/** The browsers in which a person is signed in, newest first. */
export const listSessions = operation({
  id: "listSessions",
  access: signedIn(),
  returns: value<OpenSession[]>(),
  async run({ caller: { session } }) {
    const { userId } = session;
    const live = { endedAt: null, secondFactorPending: false, expiresAt: { gt: new Date() } };
    const rows = await db().userSession.findMany({
      where: { userId, ...live },
      select: { id: true, createdAt: true, ipAddress: true, userAgent: true },
      orderBy: { createdAt: "desc" },
    });
    return rows.map(({ createdAt, ...row }) => ({
      ...row,
      since: createdAt,
      isThis: row.id === session.sessionId,
    }));
  },
});

export const endSession = operation({
  id: "endSession",
  request: {
    route: "POST /profile/sessions/end",
    body: z.object({ session_id: z.string().default("") }),
  },
  access: signedIn(),
  returns: profilePage("sessions"),
  async run({ caller: { session }, body }) {
    await endSessions(db(), { id: body.session_id, userId: session.userId });
    return notice("session_ended");
  },
});

/** Ends every session of the person but this one. */
export const endOtherSessions = operation({
  id: "endOtherSessions",
  request: { route: "POST /profile/sessions/end-others", body: z.object({}) },
  access: signedIn(),
  returns: profilePage("sessions"),
  async run({ caller: { session } }) {
    await endSessions(db(), { userId: session.userId, id: { not: session.sessionId } });
    return notice("sessions_ended");
  },
});

/** Changes a person's password, and ends links that could change it again. */
export async function updatePassword(tx: Database, userId: string, passwordHash: string) {
  await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } });
  await tx.passwordResetLink.updateMany({
    where: { userId, usedAt: null },
    data: { usedAt: new Date() },
  });
}
