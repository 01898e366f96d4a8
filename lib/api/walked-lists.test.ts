import { describe, expect, it } from "vitest";
import { listAudit, listPlatformAudit } from "@/lib/audit/list-audit";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { listClients } from "@/lib/clients/list-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import type { Operation } from "@/lib/operation/operation";
import { listClients as listDirectoryClients } from "@/lib/platform/clients/list-clients";
import { listCompanyGrants } from "@/lib/platform/companies/grants/list-company-grants";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { listCompanyMembers, listOrganizationMembers } from "@/lib/platform/members/list-members";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { listEvents } from "@/lib/requests/events/list-events";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import {
  type MintedUser,
  mintClient,
  mintCompany,
  mintDeletion,
  mintGrant,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { mintEvents } from "@/test/factories/mint-events";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

type Query = Record<string, string>;

const SCOPES = ["company/products/read"];

/** A list of one owner, or the part of the platform's list that a query selects. */
type ListScene = {
  params: Query;
  query?: Query;
  as: MintedUser;
  /** Adds an item that was created at this time, where the time can be chosen, and returns its id. */
  add: (createdAt: Date) => Promise<string>;
  /** Removes an item; missing if the list never loses any. */
  remove?: (id: string) => Promise<unknown>;
};

/** A list that is read with cursors. */
type WalkedList = {
  operation: Operation;
  /** The field of an item that `add` returns. */
  id: string;
  /** Whether its pages also have numbers. */
  isNumbered: boolean;
  /** Whether it has an owner: a cursor then works for this owner only. */
  isOwned: boolean;
  mint: () => Promise<ListScene>;
};

async function organizationScene() {
  const { organizationId, owner } = await mintOrganization();
  return { organizationId, params: { organization_id: organizationId }, as: owner };
}

async function clientScene() {
  const scene = await organizationScene();
  const { clientId } = await mintClient(scene.organizationId);
  return { ...scene, clientId, params: { ...scene.params, client_id: clientId } };
}

const owned = { isNumbered: true, isOwned: true };
const directory = { isNumbered: false, isOwned: true };
const platform = { isNumbered: false, isOwned: false };

/** Each list that is read with cursors, but for users, scopes, approvals, deliveries and calls. */
const walkedLists: readonly WalkedList[] = [
  {
    ...owned,
    operation: listClients,
    id: "client_id",
    mint: async () => {
      const scene = await organizationScene();
      return {
        ...scene,
        add: async (createdAt) => (await mintClient(scene.organizationId, { createdAt })).clientId,
        remove: mintDeletion,
      };
    },
  },
  {
    ...owned,
    operation: listAudit,
    id: "request_id",
    mint: async () => {
      const scene = await organizationScene();
      return {
        ...scene,
        add: async () => {
          const requestId = newId();
          await mintAuditRows(scene.organizationId, scene.as.userId, [{ requestId }]);
          return requestId;
        },
      };
    },
  },
  {
    isNumbered: true,
    isOwned: false,
    operation: listPlatformAudit,
    id: "request_id",
    mint: async () => {
      const target = `company:${newId()}`;
      const operator = await mintOperator();
      return {
        params: {},
        query: { target },
        as: operator,
        add: async () => {
          const requestId = newId();
          const info = { requestId, ipAddress: "192.0.2.7" };
          const change = { action: "company.updated" as const, target };
          await recordPlatformChange(db(), `operator:${operator.userId}`, info, change);
          return requestId;
        },
      };
    },
  },
  {
    ...owned,
    operation: listEvents,
    id: "request_id",
    mint: async () => {
      const scene = await clientScene();
      return {
        ...scene,
        add: async (createdAt) => {
          const requestId = newId();
          await mintEvents(scene.clientId, [{ requestId, createdAt }]);
          return requestId;
        },
        remove: (requestId) =>
          pool().query("DELETE FROM authorization_events WHERE request_id = $1", [requestId]),
      };
    },
  },
  {
    ...owned,
    operation: listGrants,
    id: "company_id",
    mint: async () => {
      const scene = await clientScene();
      return {
        ...scene,
        add: async (modifiedAt) => {
          const { companyId } = await mintCompany();
          const { grantId: id } = await mintGrant(scene.clientId, companyId, SCOPES);
          await db().grant.update({ where: { id }, data: { modifiedAt } });
          return String(companyId);
        },
        remove: (id) =>
          db().grant.updateMany({
            where: { companyId: Number(id) },
            data: { revokedAt: new Date() },
          }),
      };
    },
  },
  {
    ...owned,
    operation: listMembers,
    id: "user_id",
    mint: async () => {
      const scene = await organizationScene();
      return { ...scene, ...membersOf(scene.organizationId) };
    },
  },
  {
    ...owned,
    operation: listInvitations,
    id: "id",
    mint: async () => {
      const scene = await organizationScene();
      return {
        ...scene,
        add: async (createdAt) =>
          (await mintInvitation(scene.organizationId, { createdAt })).invitationId,
        remove: (id) => db().invitation.update({ where: { id }, data: { revokedAt: new Date() } }),
      };
    },
  },
  {
    ...directory,
    operation: listCompanyGrants,
    id: "client_id",
    mint: async () => {
      const { companyId } = await mintCompany();
      const { organizationId } = await mintOrganization();
      return {
        params: { company_id: String(companyId) },
        as: await mintOperator(),
        add: async () => {
          const { clientId } = await mintClient(organizationId);
          await mintGrant(clientId, companyId, SCOPES);
          return clientId;
        },
        remove: (clientId) =>
          db().grant.updateMany({ where: { clientId }, data: { revokedAt: new Date() } }),
      };
    },
  },
  {
    ...directory,
    operation: listOrganizationMembers,
    id: "user_id",
    mint: async () => {
      const { organizationId, params } = await organizationScene();
      return { params, as: await mintOperator(), ...membersOf(organizationId) };
    },
  },
  {
    ...directory,
    operation: listCompanyMembers,
    id: "user_id",
    mint: async () => {
      const { companyId } = await mintCompany();
      return {
        params: { company_id: String(companyId) },
        as: await mintOperator(),
        add: async (createdAt) => {
          const { userId } = await mintUser();
          await db().companyMember.create({
            data: { companyId, userId, role: "staff", createdAt },
          });
          return userId;
        },
        remove: (userId) => db().companyMember.deleteMany({ where: { companyId, userId } }),
      };
    },
  },
  {
    ...platform,
    operation: listCompanies,
    id: "company_id",
    mint: async () => {
      const name = `Walked ${newId()}`;
      return {
        params: {},
        query: { q: name },
        as: await mintOperator(),
        add: async (createdAt) => {
          const { id } = await db().company.create({ data: { name, createdAt } });
          return String(id);
        },
        remove: (id) => db().company.delete({ where: { id: Number(id) } }),
      };
    },
  },
  {
    ...platform,
    operation: listOrganizations,
    id: "organization_id",
    mint: async () => {
      const name = `Walked ${newId()}`;
      return {
        params: {},
        query: { q: name },
        as: await mintOperator(),
        add: async () => {
          const { organizationId: id } = await mintOrganization();
          await db().organization.update({ where: { id }, data: { name } });
          return id;
        },
      };
    },
  },
  {
    ...platform,
    operation: listDirectoryClients,
    id: "client_id",
    mint: async () => {
      const { organizationId } = await mintOrganization();
      return {
        params: {},
        query: { organization_id: organizationId },
        as: await mintOperator(),
        add: async (createdAt) => (await mintClient(organizationId, { createdAt })).clientId,
        remove: mintDeletion,
      };
    },
  },
];

function membersOf(organizationId: string): Pick<ListScene, "add" | "remove"> {
  return {
    add: async (createdAt) => {
      const { userId } = await mintUser();
      const role = "developer" as const;
      await db().organizationMember.create({ data: { organizationId, userId, role, createdAt } });
      return userId;
    },
    remove: (userId) => db().organizationMember.deleteMany({ where: { organizationId, userId } }),
  };
}

const TIMES = ["2026-11-20T12:00:00.123Z", "2026-11-20T12:00:00.124Z"].map((at) => new Date(at));
const EARLIER = new Date("2026-11-19T12:00:00Z");
const LATER = new Date("2026-11-21T12:00:00Z");

/** A list with what tests of its cursors need. */
function walkerOf({ operation, id, isNumbered }: WalkedList) {
  const sized = (size: number) => ({ [isNumbered ? "page_size" : "limit"]: String(size) });
  const start: Query = isNumbered ? { page_type: "cursor" } : {};
  const read = ({ params, query, as }: ListScene, more: Query) =>
    callRoute(operation, { params, query: { ...query, ...more }, as });

  async function readPage(scene: ListScene, more: Query) {
    const { status, body } = await read(scene, more);
    expect(status, JSON.stringify(body)).toBe(200);
    const ids = listOf(body.items).map((item) => String(item[id]));
    return { ids, page: body.page, cursor: textOf(fieldAt(body, "page.next_id")) };
  }

  /** The ids of a list from a cursor to its end. */
  async function walk(scene: ListScene, size: number, from: Query = start): Promise<string[]> {
    const { ids, page, cursor } = await readPage(scene, { ...sized(size), ...from });
    expect(page).toEqual({ type: "cursor", size, has_next: cursor !== "", next_id: cursor });
    if (cursor === "") return ids;
    expect(ids).toHaveLength(size);
    return [...ids, ...(await walk(scene, size, { cursor }))];
  }

  const first = (scene: ListScene, size: number) => readPage(scene, { ...sized(size), ...start });
  const whole = async (scene: ListScene) =>
    (await readPage(scene, sized(isNumbered ? 100 : 200))).ids;
  return { read, walk, first, whole };
}

/** A list with two items for each of two times, and whatever it has from the start. */
async function filled(list: WalkedList) {
  const scene = await list.mint();
  const { ids: others } = await walkerOf(list).first(scene, 100);
  const added: string[] = [];
  for (const createdAt of [...TIMES, ...TIMES]) added.push(await scene.add(createdAt));
  return { scene, added, all: [...others, ...added] };
}

const listsById = walkedLists.map((list) => [list.operation.id, list] as const);

describe.each(listsById)("a walk through %s", (_name, list) => {
  const { read, walk, first, whole } = walkerOf(list);

  it("finds each item once and in the order of the list, whatever the page size", async () => {
    const { scene, all } = await filled(list);
    const inOrder = await whole(scene);
    expect(inOrder.toSorted()).toEqual(all.toSorted());
    for (const size of [1, 2, 3, 4, 50]) expect(await walk(scene, size)).toEqual(inOrder);
  });

  it("neither repeats nor skips an item when others are added or removed meanwhile", async () => {
    const { scene, added } = await filled(list);
    const { ids, cursor } = await first(scene, 2);
    for (const createdAt of [EARLIER, LATER]) await scene.add(createdAt);
    const removed = [added.find((id) => ids.includes(id)), added.find((id) => !ids.includes(id))];
    for (const id of removed) if (id) await scene.remove?.(id);
    const seen = [...ids, ...(await walk(scene, 1, { cursor }))];
    expect(new Set(seen).size).toBe(seen.length);
    const remainingIds = await whole(scene);
    const stayed = added.filter((id) => remainingIds.includes(id));
    expect(seen).toEqual(expect.arrayContaining(stayed));
    expect(seen.filter((id) => remainingIds.includes(id))).toEqual(
      remainingIds.filter((id) => seen.includes(id)),
    );
  });

  it.each<[string, (cursor: string) => string]>([
    ["a changed position", (cursor) => `${cursor.startsWith("x") ? "y" : "x"}${cursor.slice(1)}`],
    ["a changed signature", (cursor) => `${cursor.slice(0, -4)}AAAA`],
    ["no signature", (cursor) => cursor.split(".")[0] ?? ""],
    ["nothing in it", () => ""],
  ])("security 49: rejects a cursor with %s", async (_what, broken) => {
    const { scene } = await filled(list);
    const { cursor } = await first(scene, 1);
    const { status, body } = await read(scene, { cursor: broken(cursor) });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
    expect(fieldAt(body, "errors.0.path")).toBe("cursor");
  });
});

const ownedLists = listsById.filter(([, { isOwned }]) => isOwned);
describe.each(ownedLists)("security 49: the cursor of another owner's %s", (_name, list) => {
  it("gets the same answer as a forged one", async () => {
    const { read, first } = walkerOf(list);
    const { scene } = await filled(list);
    const { scene: other } = await filled(list);
    const { cursor } = await first(other, 1);
    const answers = [cursor, "forged"].map(async (each) => {
      const { status, body } = await read(scene, { cursor: each });
      return { status, message: body.message, errors: body.errors };
    });
    const [foreign, forged] = await Promise.all(answers);
    expect(foreign).toEqual(forged);
    expect(foreign?.status).toBe(400);
  });
});

const numberedLists = listsById.filter(([, { isNumbered }]) => isNumbered);
describe.each(numberedLists)("the numbered pages of %s", (_name, list) => {
  const { read, first, whole } = walkerOf(list);

  it("have the same items as a walk, and the total", async () => {
    const { scene } = await filled(list);
    const inOrder = await whole(scene);
    const { body } = await read(scene, { page_no: "2", page_size: "3" });
    expect(listOf(body.items).map((item) => String(item[list.id]))).toEqual(inOrder.slice(3, 6));
    expect(body.page).toMatchObject({ type: "number", current: 2, total: inOrder.length });
  });

  it("cannot be combined with a cursor", async () => {
    const { scene } = await filled(list);
    const { cursor } = await first(scene, 1);
    const { status, body } = await read(scene, { cursor, page_no: "2" });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("page_no");
    const numbered = await read(scene, { cursor, page_type: "number" });
    expect([numbered.status, fieldAt(numbered.body, "errors.0.path")]).toEqual([400, "cursor"]);
  });
});
