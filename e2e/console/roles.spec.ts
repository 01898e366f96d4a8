import { clientPages, organizationPages } from "@/components/shell/console-pages";
import {
  organizationRoles,
  type Permission,
  rolePermissions,
} from "@/lib/core/permissions/permissions";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
  mintUser,
} from "@/test/factories/mint";

const organization = "/organization/[organization_id]";

/** Every page of an organization and the permission that it needs. console-states.spec.ts compares them with the build. */
const pages: Readonly<Record<string, Permission>> = Object.fromEntries([
  ...organizationPages.map(({ path, permission }) => [organization + path, permission]),
  ...clientPages.map(({ path, permission }) => [
    `${organization}/clients/[client_id]${path}`,
    permission,
  ]),
]);

/** An organization with one of everything that the paths name, and the address of a page there. */
async function mintPages() {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  await mintOrganizationGrant(clientId, organizationId, [], owner.userId);
  const addressOf = (page: string) =>
    page.replace("[organization_id]", organizationId).replace("[client_id]", clientId);
  return { organizationId, addressOf };
}

test("each page opens only for roles with its permission, and exists for members only", async ({
  request,
  database: _connected,
}) => {
  const { organizationId, addressOf } = await mintPages();
  const members = await Promise.all(
    organizationRoles.map(async (role) => [role, await mintMember(organizationId, role)] as const),
  );
  const strangers = [(await mintOrganization()).owner, await mintUser()];
  const open = async (page: string, cookie = "") =>
    (await request.get(addressOf(page), { headers: { cookie }, maxRedirects: 0 })).status();
  for (const [page, permission] of Object.entries(pages)) {
    for (const [role, { cookie }] of members) {
      const status = rolePermissions[role].includes(permission) ? 200 : 403;
      expect([page, role, await open(page, cookie)]).toEqual([page, role, status]);
    }
    for (const { cookie } of strangers)
      expect([page, await open(page, cookie)]).toEqual([page, 404]);
    expect([page, await open(page)]).toEqual([page, 307]);
  }
});

test("an auditor's pages are accessible and offer no control that changes something", async ({
  page,
  database: _connected,
}) => {
  test.slow();
  const { organizationId, addressOf } = await mintPages();
  await become(page, await mintMember(organizationId, "auditor"));
  const readable = Object.entries(pages).filter(([, needed]) =>
    rolePermissions.auditor.includes(needed),
  );
  for (const [path] of readable) {
    await page.goto(addressOf(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const name =
      /activate|change|create|delete|expire|invite|new|remove|restore|reveal|revoke|rotate|run|save|send/i;
    const buttons = page.getByRole("main").getByRole("button", {
      name,
      disabled: false,
      includeHidden: true,
    });
    await expect(buttons, path).toHaveCount(0);
    await expectAccessible(page);
    if (path.includes("/connect")) {
      await expect(page.getByText("Your role, auditor, cannot run this.")).toBeVisible();
    }
  }
});
