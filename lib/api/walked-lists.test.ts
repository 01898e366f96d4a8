import { describe, expect, it } from "vitest";
import { listAudit, listPlatformAudit } from "@/lib/audit/read-audit";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { listClients } from "@/lib/clients/read-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { directoryClients } from "@/lib/platform/clients/clients";
import { companies, companyGrants } from "@/lib/platform/companies/companies";
import { companyMembers, organizationMembers } from "@/lib/platform/members/members";
import { organizations } from "@/lib/platform/organizations/organizations";
import { listInvitations, listMembers } from "@/lib/tenants/organizations/members/members";
import {
  mintClient,
  mintCompany,
  mintDeletion,
  mintGrant,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

type Query = Record<string, string>;

const SCOPES = ["company/products/read"];

/** An owner of lists of every kind. */
async function mintScene() {
  const { organizationId, companyId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const operator = await mintOperator();
  /** What selects the items of one test from a list of the platform. */
  const word = newId();
  return { organizationId, companyId, clientId, owner, operator, word };
}

type Scene = Awaited<ReturnType<typeof mintScene>>;

/** A list that is read with cursors. */
type WalkedList = {
  operation: Operation;
  /** The field of an item that `add` returns. */
  id: string;
  query?: (scene: Scene) => Query;
  /** Adds an item that was created at this time, where the time can be chosen, and returns its id. */
  add: (scene: Scene, createdAt: Date) => Promise<string>;
  /** Removes an item; missing if the list never loses any. */
  remove?: (id: string) => Promise<unknown>;
};

const ofClients = {
  id: "client_id",
  add: async ({ organizationId }: Scene, createdAt: Date) =>
    (await mintClient(organizationId, { createdAt })).clientId,
  remove: (id: string) => mintDeletion(id),
};

const ofMembers = {
  id: "user_id",
  add: async ({ organizationId }: Scene, createdAt: Date) => {
    const { userId } = await mintUser();
    const role = "developer" as const;
    await db().organizationMember.create({ data: { organizationId, userId, role, createdAt } });
    return userId;
  },
  remove: (userId: string) => db().organizationMember.deleteMany({ where: { userId } }),
};

/** Each list that is read with cursors, but for users, scopes, approvals, deliveries and calls. */
const walkedLists: readonly WalkedList[] = [
  { operation: listClients, ...ofClients },
  {
    operation: listAudit,
    id: "request_id",
    add: async ({ organizationId, owner }) => {
      const requestId = newId();
      await mintAuditRows(organizationId, owner.userId, [{ requestId }]);
      return requestId;
    },
  },
  {
    operation: listPlatformAudit,
    id: "request_id",
    query: ({ word }) => ({ target: `company:${word}` }),
    add: async ({ operator, word }) => {
      const requestId = newId();
      const info = { requestId, ipAddress: "192.0.2.7" };
      const change = { action: "company.updated" as const, target: `company:${word}` };
      await recordPlatformChange(db(), `operator:${operator.userId}`, info, change);
      return requestId;
    },
  },
  {
    operation: listGrants,
    id: "company_id",
    add: async ({ clientId }, modifiedAt) => {
      const { companyId } = await mintCompany();
      const { grantId: id } = await mintGrant(clientId, companyId, SCOPES);
      await db().grant.update({ where: { id }, data: { modifiedAt } });
      return String(companyId);
    },
    remove: (id) => revokeGrants({ companyId: Number(id) }),
  },
  { operation: listMembers, ...ofMembers },
  {
    operation: listInvitations,
    id: "id",
    add: async ({ organizationId }, createdAt) =>
      (await mintInvitation(organizationId, { createdAt })).invitationId,
    remove: (id) => db().invitation.update({ where: { id }, data: { revokedAt: new Date() } }),
  },
  {
    operation: companyGrants.list,
    id: "client_id",
    add: async ({ organizationId, companyId }) => {
      const { clientId } = await mintClient(organizationId);
      await mintGrant(clientId, companyId, SCOPES);
      return clientId;
    },
    remove: (clientId) => revokeGrants({ clientId }),
  },
  { operation: organizationMembers.list, ...ofMembers },
  {
    operation: companyMembers.list,
    id: "user_id",
    add: async ({ companyId }, createdAt) => {
      const { userId } = await mintUser();
      await db().companyMember.create({ data: { companyId, userId, role: "staff", createdAt } });
      return userId;
    },
    remove: (userId) => db().companyMember.deleteMany({ where: { userId } }),
  },
  {
    operation: companies.list,
    id: "company_id",
    query: ({ word }) => ({ q: word }),
    add: async ({ word: name }, createdAt) =>
      String((await db().company.create({ data: { name, createdAt } })).id),
    remove: (id) => db().company.delete({ where: { id: Number(id) } }),
  },
  {
    operation: organizations.list,
    id: "organization_id",
    query: ({ word }) => ({ q: word }),
    add: async ({ word: name }) => {
      const { organizationId: id } = await mintOrganization();
      await db().organization.update({ where: { id }, data: { name } });
      return id;
    },
  },
  {
    operation: directoryClients.list,
    ...ofClients,
    query: ({ organizationId }) => ({ organization_id: organizationId }),
  },
];

const revokeGrants = (where: { clientId: string } | { companyId: number }) =>
  db().grant.updateMany({ where, data: { revokedAt: new Date() } });

const TIMES = ["2026-11-20T12:00:00.123Z", "2026-11-20T12:00:00.124Z"].map((at) => new Date(at));
const EARLIER = new Date("2026-11-19T12:00:00Z");
const LATER = new Date("2026-11-21T12:00:00Z");

/** A list with what tests of its cursors need. */
function walkerOf({ operation, id, query, add }: WalkedList) {
  /** Whether its pages also have numbers. */
  const isNumbered = "page_no" in (operation.query?.shape ?? {});
  const sized = (size: number) => ({ [isNumbered ? "page_size" : "limit"]: String(size) });
  const start: Query = isNumbered ? { page_type: "cursor" } : {};

  const read = (scene: Scene, more: Query) =>
    callRoute(operation, {
      params: {
        organization_id: scene.organizationId,
        company_id: String(scene.companyId),
        client_id: scene.clientId,
      },
      query: { ...query?.(scene), ...more },
      as: operation.access.kind === "platform" ? scene.operator : scene.owner,
    });

  async function readPage(scene: Scene, more: Query) {
    const { status, body } = await read(scene, more);
    expect(status, JSON.stringify(body)).toBe(200);
    const ids = listOf(body.items).map((item) => String(item[id]));
    return { ids, page: body.page, cursor: textOf(fieldAt(body, "page.next_id")) };
  }

  /** The ids of a list from a cursor to its end. */
  async function walk(scene: Scene, size: number, from: Query = start): Promise<string[]> {
    const { ids, page, cursor } = await readPage(scene, { ...sized(size), ...from });
    expect(page).toEqual({ type: "cursor", size, has_next: cursor !== "", next_id: cursor });
    if (cursor === "") return ids;
    expect(ids).toHaveLength(size);
    return [...ids, ...(await walk(scene, size, { cursor }))];
  }

  const first = (scene: Scene, size: number) => readPage(scene, { ...sized(size), ...start });
  const whole = async (scene: Scene) => (await readPage(scene, sized(isNumbered ? 100 : 200))).ids;

  /** A list with two items for each of two times, and whatever it has from the start. */
  async function fill() {
    const scene = await mintScene();
    const { ids: others } = await first(scene, 100);
    const added: string[] = [];
    for (const createdAt of [...TIMES, ...TIMES]) added.push(await add(scene, createdAt));
    return { scene, added, all: [...others, ...added] };
  }
  return { isNumbered, read, walk, first, whole, fill };
}

const listsById = walkedLists.map((list) => [list.operation.id, list] as const);

describe.each(listsById)("a walk through %s", (_name, list) => {
  const { isNumbered, read, walk, first, whole, fill } = walkerOf(list);

  it("finds each item once and in the order of the list, whatever the page size", async () => {
    const { scene, all } = await fill();
    const inOrder = await whole(scene);
    expect(inOrder.toSorted()).toEqual(all.toSorted());
    for (const size of [1, 2, 3, 4, 50]) expect(await walk(scene, size)).toEqual(inOrder);
    if (!isNumbered) return;
    const { body } = await read(scene, { page_no: "2", page_size: "3" });
    expect(listOf(body.items).map((item) => String(item[list.id]))).toEqual(inOrder.slice(3, 6));
    expect(body.page).toMatchObject({ type: "number", current: 2, total: inOrder.length });
  });

  it("neither repeats nor skips an item when others are added or removed meanwhile", async () => {
    const { scene, added } = await fill();
    const { ids, cursor } = await first(scene, 2);
    for (const createdAt of [EARLIER, LATER]) await list.add(scene, createdAt);
    const removed = [added.find((id) => ids.includes(id)), added.find((id) => !ids.includes(id))];
    for (const id of removed) if (id) await list.remove?.(id);
    const walked = [...ids, ...(await walk(scene, 1, { cursor }))];
    expect(new Set(walked).size).toBe(walked.length);
    const remaining = await whole(scene);
    const stayed = added.filter((id) => remaining.includes(id));
    expect(walked).toEqual(expect.arrayContaining(stayed));
    expect(walked.filter((id) => remaining.includes(id))).toEqual(
      remaining.filter((id) => walked.includes(id)),
    );
  });

  it("security 49: accepts only the list's own cursors, whole and without a page number", async () => {
    const { scene } = await fill();
    const { cursor } = await first(scene, 1);
    const [other, position] = [cursor.startsWith("x") ? "y" : "x", cursor.split(".")[0] ?? ""];
    const broken = [`${other}${cursor.slice(1)}`, `${cursor.slice(0, -4)}AAAA`, position, ""];
    const denied: [field: string, query: Query][] = [
      ...broken.map((text): [string, Query] => ["cursor", { cursor: text }]),
      ...(isNumbered ? [["page_no", { cursor, page_no: "2" }] satisfies [string, Query]] : []),
      ...(isNumbered
        ? [["cursor", { cursor, page_type: "number" }] satisfies [string, Query]]
        : []),
    ];
    for (const [field, query] of denied) {
      const { status, body } = await read(scene, query);
      expect([status, body.error]).toEqual([400, "invalid_request"]);
      expect(fieldAt(body, "errors.0.path"), JSON.stringify(query)).toBe(field);
    }
  });

  it.runIf(list.operation.path.includes("{"))(
    "security 49: answers another owner's cursor like a forged one",
    async () => {
      const [{ scene }, { scene: other }] = [await fill(), await fill()];
      const { cursor } = await first(other, 1);
      const answers = [cursor, "forged"].map(async (each) => {
        const { status, body } = await read(scene, { cursor: each });
        return { status, message: body.message, errors: body.errors };
      });
      const [foreign, forged] = await Promise.all(answers);
      expect(foreign).toEqual(forged);
      expect(foreign?.status).toBe(400);
    },
  );
});
