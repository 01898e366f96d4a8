import { beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { organizationRoles, rolePermissions } from "@/lib/core/permissions/permissions";
import {
  type OperatorRole,
  operatorPermissions,
  operatorRoles,
} from "@/lib/core/permissions/platform-permissions";
import { perform } from "@/lib/operation/perform";
import { locateRequest } from "@/lib/requests/log/locate-request";
import { type MintedUser, mintMember, mintUser } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

let installation: Installation;
let requestId: string;

beforeEach(async () => {
  installation = await mintInstallation();
  requestId = newId();
  await mintEvents(installation.client.clientId, [denial("invalid_grant", { requestId })]);
});

function locate(
  { userId }: Pick<MintedUser, "userId">,
  operatorRole: OperatorRole | null = null,
  id = requestId,
): Promise<string | null> {
  const person = { email: null, firstName: "Asha", lastName: "Rao" };
  const session = { sessionId: newId(), userId, operatorRole, ...person };
  return perform(locateRequest, { caller: { session }, query: { request_id: id } });
}

it.each(organizationRoles)("leads the %s of the client's organization to its log", async (role) => {
  const { organizationId } = installation;
  expect(rolePermissions[role]).toContain("clients:read");
  const member = await mintMember(organizationId, role);
  expect(await locate(member)).toBe(
    `/organization/${organizationId}/requests?request=${requestId}`,
  );
});

it.each(operatorRoles)("leads staff with the role %s to the platform's log", async (role) => {
  expect(operatorPermissions[role]).toContain("log:read");
  expect(await locate(await mintUser(), role)).toBe(`/platform/requests?request=${requestId}`);
});

it("security 124: is null for everyone else, like an id that no request has", async () => {
  const stranger = await mintUser();
  const other = await mintInstallation();
  const foreignOwner = await mintMember(other.organizationId, "owner");
  for (const person of [stranger, foreignOwner, installation.seller]) {
    expect(await locate(person)).toBeNull();
    expect(await locate(person, null, newId())).toBeNull();
  }
});

it("security 123: leads nowhere for a text that is no id", async () => {
  const member = await mintMember(installation.organizationId, "owner");
  for (const id of ["export", "..", "\ud800", "%", ""]) {
    expect(await locate(member, "operator", id)).toBeNull();
  }
  await expect(locate(member, "operator", "a\0b")).rejects.toMatchObject({ code: "not_found" });
});
