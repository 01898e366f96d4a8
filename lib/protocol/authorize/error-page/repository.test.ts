import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { readDeniedNames } from "@/lib/protocol/authorize/error-page/describe-denial";
import { mintDeletion, mintMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintScene, mintSession, type Scene } from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

type SessionColumns = Partial<Prisma.UserSessionUncheckedCreateInput>;

let scene: Scene;

async function read(sessionId: string | null, { installation, subject } = scene) {
  const { clientId } = installation.client;
  const [names] = await readDeniedNames({ sessionId, clientId, ...subject });
  return names;
}

const NOBODY = { isSignedIn: false, isOfPublisher: false, subjectName: null };
const STRANGER = { ...NOBODY, isSignedIn: true };

describe.each(["company", "organization"] as const)(
  "the name of a %s that a denied request is for",
  (of) => {
    beforeEach(async () => {
      scene = await mintScene(of);
      await name(scene, "Here");
    });

    function name({ subject: { companyId, organizationId } }: Scene, text: string) {
      return companyId === null
        ? db().organization.update({ where: { id: organizationId }, data: { name: text } })
        : db().company.update({ where: { id: companyId }, data: { name: text } });
    }

    function join({ subject: { companyId, organizationId } }: Scene, userId: string) {
      return companyId === null
        ? db().organizationMember.create({ data: { organizationId, userId, role: "owner" } })
        : db().companyMember.create({ data: { companyId, userId, role: "owner" } });
    }

    it("is shown only to people who belong to it, even if they belong to several", async () => {
      const { userId } = scene.person;
      const elsewhere = await mintScene(of);
      await name(elsewhere, "Elsewhere");
      const sessionId = await mintSession(userId);
      expect(await read(sessionId, elsewhere)).toMatchObject(STRANGER);
      expect(await read(null)).toMatchObject(NOBODY);
      await join(elsewhere, userId);
      expect(await read(sessionId)).toMatchObject({ ...STRANGER, subjectName: "Here" });
      expect(await read(sessionId, elsewhere)).toMatchObject({ subjectName: "Elsewhere" });
    });
  },
);

describe("the client of a denied request", () => {
  beforeEach(async () => {
    scene = await mintScene("company");
  });

  async function mintDeveloper(columns: SessionColumns = {}) {
    const { userId } = await mintMember(scene.installation.organizationId, "developer");
    return { userId, sessionId: await mintSession(userId, columns) };
  }

  it("is named with its publisher, unless it was deleted", async () => {
    const { client, organizationId } = scene.installation;
    expect(await read(null)).toMatchObject({
      clientId: client.clientId,
      publisherId: organizationId,
      publisherName: "Shipfast Labs",
    });
    await mintDeletion(client.clientId);
    expect(await read(null)).toMatchObject({ ...NOBODY, clientId: null, publisherName: null });
  });

  it("can be opened by members of its organization, and not by those of another", async () => {
    const { sessionId } = await mintDeveloper();
    expect(await read(sessionId)).toMatchObject({ isOfPublisher: true, subjectName: null });
    const elsewhere = await mintScene("company");
    expect(await read(sessionId, elsewhere)).toMatchObject(STRANGER);
    expect(await read(await mintSession(scene.person.userId))).toMatchObject({
      isOfPublisher: false,
    });
  });

  it.each<[string, SessionColumns]>([
    ["ended", { endedAt: new Date() }],
    ["expired", { expiresAt: aMinuteAgo() }],
    ["lacks its second factor", { secondFactorPending: true }],
  ])("and its company are hidden from members whose session %s", async (_what, columns) => {
    expect(await read((await mintDeveloper(columns)).sessionId)).toMatchObject(NOBODY);
    expect(await read(await mintSession(scene.person.userId, columns))).toMatchObject(NOBODY);
  });

  it("cannot be opened by a member without the second factor that its organization requires", async () => {
    const { organizationId: id } = scene.installation;
    await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
    const { userId, sessionId } = await mintDeveloper();
    const colleague = await mintDeveloper();
    const signInAtProvider = (of: string, secondFactor: boolean) =>
      db().providerSession.create({
        data: { id: newId(), sessionId: of, secondFactor, ignoredClaims: [] },
      });
    const mayOpen = async () => (await read(sessionId))?.isOfPublisher;
    await mintSecondFactor(colleague.userId);
    await signInAtProvider(colleague.sessionId, true);
    const { id: ownSignIn } = await signInAtProvider(sessionId, false);
    expect(await mayOpen()).toBe(false);
    await db().providerSession.update({ where: { id: ownSignIn }, data: { secondFactor: true } });
    expect(await mayOpen()).toBe(true);
    await db().providerSession.delete({ where: { id: ownSignIn } });
    await mintSecondFactor(userId);
    expect(await mayOpen()).toBe(true);
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect(await mayOpen()).toBe(false);
  });
});
