import { openSession } from "@/lib/auth/open-session";
import { sessionCookieName, signSessionId } from "@/lib/auth/session-cookie";
import { db } from "@/lib/kernel/db/client";
import { statement } from "@/lib/kernel/db/statement";
import { env } from "@/lib/kernel/env";

/** A member who requests lists from the running service, as a script or a page would. */
export interface ServiceMember {
  /**
   * Reads a list completely.
   * @throws Error if the response is anything but the list.
   */
  list(organizationId: string, query: Record<string, string>): Promise<void>;
  /** Ends the session. */
  leave(): Promise<void>;
}

const findMember = statement<{ organizationId: string }, { userId: string }>(
  "bench-find-member",
  { userId: "text" },
  `SELECT user_id AS "userId" FROM organization_members WHERE organization_id = :organizationId LIMIT 1`,
);

const endSession = statement<{ sessionId: string }>(
  "bench-end-session",
  {},
  "DELETE FROM user_sessions WHERE id = :sessionId",
);

/** Whether a service responds at this installation's address. */
export async function isServiceUp(): Promise<boolean> {
  try {
    return (await fetch(`${env().baseUrl}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Signs in a member of the organization. */
export async function signInMember(organizationId: string): Promise<ServiceMember> {
  const [member] = await findMember({ organizationId });
  if (!member) throw new Error(`Organization ${organizationId} has no member: --remove it`);
  const origin = { ipAddress: "127.0.0.1", userAgent: "npm run bench:seed" };
  const sessionId = await openSession(db(), member.userId, "live", origin);
  const cookie = `${sessionCookieName()}=${signSessionId(sessionId)}`;
  return {
    async list(organization, query) {
      const path = `/service/partner/authorization/v1.0/organization/${organization}/oauth/client`;
      const address = `${env().baseUrl}${path}?${new URLSearchParams(query)}`;
      const answer = await fetch(address, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    },
    async leave() {
      await endSession({ sessionId });
    },
  };
}
