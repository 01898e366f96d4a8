import { findLiveSessions } from "@/lib/identity/account/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** A browser in which a person is signed in. */
export type OpenSession = {
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
    const rows = await findLiveSessions(session.userId);
    return rows.map(({ createdAt, ...row }) => ({
      ...row,
      since: createdAt,
      isThis: row.id === session.sessionId,
    }));
  },
});
