import { clientPages, organizationPages } from "@/components/shell/console-pages";
import { organizationRoles, type Permission, rolePermissions } from "@/lib/core/permissions";
import { builtPages } from "@/test/browser/built-pages";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
  mintUser,
} from "@/test/factories/mint";

const organization = "/organization/[organization_id]";

/** Every page of an organization and the permission that it needs. */
const pages: Readonly<Record<string, Permission>> = Object.fromEntries([
  ...organizationPages.map(({ path, permission }) => [organization + path, permission]),
  ...clientPages.map(({ path, permission }) => [
    `${organization}/clients/[client_id]${path}`,
    permission,
  ]),
]);

test("the table lists every organization page in the build", () => {
  const built = builtPages().filter((path) => path.startsWith("/organization/"));
  const paths = Object.keys(pages).map((page) => page.replace(/[?#].*/, ""));
  expect([...new Set(paths)].toSorted()).toEqual(built);
});

for (const [page, permission] of Object.entries(pages)) {
  test(`${page} opens only for roles with ${permission}`, async ({
    request,
    database: _connected,
  }) => {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    await mintOrganizationGrant(clientId, organizationId, [], owner.userId);
    const path = page.replace("[organization_id]", organizationId).replace("[client_id]", clientId);
    const open = async (cookie: string) =>
      (await request.get(path, { headers: { cookie }, maxRedirects: 0 })).status();

    for (const role of organizationRoles) {
      const allowed = rolePermissions[role].includes(permission);
      const { cookie } = await mintMember(organizationId, role);
      expect(await open(cookie), role).toBe(allowed ? 200 : 403);
    }
    const { owner: stranger } = await mintOrganization();
    for (const { cookie } of [stranger, await mintUser()]) expect(await open(cookie)).toBe(404);
    expect(await open("")).toBe(307);
  });
}
