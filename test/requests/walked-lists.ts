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

type Query = Record<string, string>;

const SCOPES = ["company/products/read"];

/** A list of one owner, or the part of the platform's list that a query selects. */
export type ListScene = {
  params: Query;
  query?: Query;
  as: MintedUser;
  /** Adds an item that was created at this time, where the time can be chosen, and returns its id. */
  add: (createdAt: Date) => Promise<string>;
  /** Removes an item; missing if the list never loses any. */
  remove?: (id: string) => Promise<unknown>;
};

/** A list that is read with cursors. */
export type WalkedList = {
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
export const walkedLists: readonly WalkedList[] = [
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
