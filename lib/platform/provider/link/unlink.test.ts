import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { describeLink, unlinkProvider } from "@/lib/platform/provider/link/link";
import { mintCompany } from "@/test/factories/mint";
import { sessionOf } from "@/test/factories/page-callers";
import {
  auditRowsOf,
  mintLinked,
  mintOwnerInvitation,
  noticeOf,
  postLinkForm,
  storedUser,
} from "@/test/requests/link-scene";
import { providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";

providerScene();

describe("removing the link", () => {
  it("requires the password, and ends the sessions that were opened at the provider", async () => {
    const { person, userId, sub } = await mintLinked();
    const { browser } = await signInNewly(sub);
    expect(noticeOf(await postLinkForm(unlinkProvider, person, "wrong"))).toBe("password_wrong");
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
    const response = await postLinkForm(unlinkProvider, person);
    expect(noticeOf(response)).toBe("provider_unlinked");
    expect((await requireStoredSession(browser)).endedAt).not.toBeNull();
    expect(await storedUser(userId)).toMatchObject({ externalId: null });
    const again = await requireStoredSession((await signInNewly(sub)).browser);
    expect(again.userId).not.toBe(userId);
  });

  it.each([
    ["operator", "claims"],
    ["support", "claims"],
    ["operator", "local"],
  ] as const)(
    "security 92: ends the role of %s, and invitations of owners sent in it, if it is from claims (%s)",
    async (operatorRole, operatorSource) => {
      const { person, userId } = await mintLinked();
      const role = { operatorRole, operatorSource };
      await db().user.update({ where: { id: userId }, data: role });
      const hasInvitationEnded = await mintOwnerInvitation(userId);
      await postLinkForm(unlinkProvider, person);
      const isEnded = operatorSource === "claims";
      expect(await storedUser(userId)).toMatchObject(
        isEnded ? { operatorRole: null, operatorSource: null } : role,
      );
      expect(await hasInvitationEnded()).toBe(isEnded);
      const actions = (await auditRowsOf(null, { target: `user:${userId}` })).map(
        ({ action }) => action,
      );
      const revoked = isEnded ? ["operator.revoked"] : [];
      expect(actions).toEqual([...revoked, "user.unlinked"]);
    },
  );

  it("is preceded by a list of what will end", async () => {
    const { userId } = await mintLinked();
    const [theirs, own] = [await mintCompany(), await mintCompany()];
    await db().companyMember.createMany({
      data: [
        { companyId: theirs.companyId, userId, role: "staff", source: "directory" },
        { companyId: own.companyId, userId, role: "staff" },
      ],
    });
    const name = `Given ${newId()}`;
    await db().company.update({ where: { id: theirs.companyId }, data: { name } });
    const { platformAccess } = await perform(describeLink, { caller: sessionOf(userId) });
    expect(platformAccess).toEqual({ tenants: [name], operatorRole: null });
  });
});
