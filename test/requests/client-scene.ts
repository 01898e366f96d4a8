import { beforeEach } from "vitest";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import type { Operation } from "@/lib/operation/operation";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callRoute, type RouteAnswer, type RouteCall } from "@/test/requests/call-route";

/** An organization of its own for each test of the file. */
export function organizationScene() {
  let organization: MintedOrganization;
  beforeEach(async () => {
    organization = await mintOrganization();
  });
  return {
    organization: () => organization,
    id: () => organization.organizationId,
    owner: () => organization.owner,
    member: (role: OrganizationRole) => mintMember(organization.organizationId, role),
    /** Calls an operation as the owner, unless `more` names someone else, or no one. */
    call: (operation: Operation, more: Partial<RouteCall> = {}): Promise<RouteAnswer> => {
      const params = { organization_id: organization.organizationId, ...more.params };
      return callRoute(operation, { as: organization.owner, ...more, params });
    },
    /** The audit entries of the organization, oldest first. */
    auditRows: (action?: string) =>
      db().auditRow.findMany({
        where: { organizationId: organization.organizationId, ...(action && { action }) },
        orderBy: { id: "asc" },
      }),
  };
}

/** The same with a client, which is what the calls are about. */
export function clientScene(columns: Parameters<typeof mintClient>[1] = {}) {
  const scene = organizationScene();
  let client: MintedClient;
  beforeEach(async () => {
    client = await mintClient(scene.id(), columns);
  });
  return {
    ...scene,
    client: () => client,
    call: (operation: Operation, more: Partial<RouteCall> = {}) => {
      const ids = { client_id: client.clientId, secret_id: client.secretId };
      return scene.call(operation, { ...more, params: { ...ids, ...more.params } });
    },
  };
}
