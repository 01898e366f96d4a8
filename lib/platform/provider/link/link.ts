import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { recordPlatformChanges } from "@/lib/audit/record-change";
import { db, transaction } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { compareNames } from "@/lib/core/values/name-order-values";
import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/check-password";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice, value } from "@/lib/operation/returns";
import { endPlatformAccess } from "@/lib/platform/provider/claims/apply-claims";
import { providerProblemPath, requireProvider } from "@/lib/platform/provider/provider";
import { prepareProviderRedirect } from "@/lib/platform/provider/start-provider-sign-in";

/** How a person signs in, as their profile shows it. */
type LinkView = {
  /** Name of the provider; null if this installation has none. */
  provider: string | null;
  /** The person's id at the provider, or null. */
  externalId: string | null;
  isLinked: boolean;
  hasPassword: boolean;
  isEmailVerified: boolean;
  /** What the directory or claims gave them, and would end with the link. */
  platformAccess: {
    /** Names of companies and organizations, in order. */
    tenants: string[];
    operatorRole: OperatorRole | null;
  };
};

/** How a person signs in: with the provider, a password, or both. */
export const describeLink = operation({
  id: "describeLink",
  access: signedIn(),
  returns: value<LinkView>(),
  async run({ caller: { session } }) {
    const where = { source: { not: "local" as const } };
    const name = { select: { name: true } };
    const person = await db().user.findUniqueOrThrow({
      where: { id: session.userId },
      select: {
        externalId: true,
        passwordHash: true,
        emailVerifiedAt: true,
        operatorRole: true,
        operatorSource: true,
        companyMembers: { where, select: { company: name } },
        organizationMembers: { where, select: { organization: name } },
      },
    });
    const tenants = [
      ...person.organizationMembers.map(({ organization }) => organization.name),
      ...person.companyMembers.map(({ company }) => company.name),
    ];
    return {
      provider: env().provider?.name ?? null,
      externalId: person.externalId,
      isLinked: person.externalId !== null,
      hasPassword: person.passwordHash !== null,
      isEmailVerified: person.emailVerifiedAt !== null,
      platformAccess: {
        tenants: tenants.sort(compareNames),
        operatorRole: person.operatorSource === "claims" ? person.operatorRole : null,
      },
    };
  },
});

/**
 * Given the password, sends the person to the provider to prove the account that they want to link. The answer is a
 * page, because Chromium applies our form-action to redirects that follow a form.
 */
export const startLink = operation({
  id: "startLink",
  request: { route: "POST /profile/provider/link", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("provider"),
  async run({ caller: { session }, body, info, cookie }) {
    const { name } = requireProvider();
    const { userId, sessionId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    const attempt = {
      returnTo: "/profile",
      silent: "no" as const,
      isFresh: true,
      linkFor: sessionId,
    };
    try {
      const { address, cookies } = await prepareProviderRedirect(attempt, cookie);
      return {
        page: (t) => ({
          title: t("linkAccount.title", { provider: name }),
          link: { href: address, label: t("linkAccount.goOn", { provider: name }) },
          followLink: true,
        }),
        cookies,
      };
    } catch (thrown) {
      return { to: providerProblemPath(thrown, "/profile", info), status: 302 } as const;
    }
  },
});

/**
 * Given the password, removes the link to the provider's account, and ends the other sessions that were opened there
 * and all that the platform gave, because it no longer reaches this account. The owner of the provider's account is
 * then a new person here.
 */
export const unlinkProvider = operation({
  id: "unlinkProvider",
  request: { route: "POST /profile/provider/unlink", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("provider"),
  async run({ caller: { session }, body, info }) {
    const { userId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    await transaction(async (tx) => {
      // Without a password, the person could not sign in any more.
      const linked = first(await lockLinked({ userId }, tx));
      if (!linked) return;
      const data = { externalId: null };
      await tx.user.update({ where: { id: userId }, data, select: { id: true } });
      const others = { userId, id: { not: session.sessionId }, providerSession: { isNot: null } };
      await endSessions(tx, others);
      const changes = await endPlatformAccess(tx, userId, info);
      await recordAccountEvent(tx, userId, info, { action: "provider.unlinked" });
      const before = { external_id: linked.externalId };
      const unlinked = { action: "user.unlinked", target: `user:${userId}`, before };
      await recordPlatformChanges(tx, `user:${userId}`, info, [...changes, unlinked]);
    });
    return notice("provider_unlinked");
  },
});

const lockLinked = sql<{ userId: string }, { externalId: string }>(
  "lock-linked-person",
  { externalId: "text!" },
  `
  SELECT external_id AS "externalId" FROM users
  WHERE id = :userId AND external_id IS NOT NULL AND password_hash IS NOT NULL FOR UPDATE`,
);
