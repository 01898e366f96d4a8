import { clientPages, organizationPages } from "@/components/shell/console-pages";
import { CLIENT, clientStates } from "@/e2e/accessibility/console-states/client-states";
import { organizationStates } from "@/e2e/accessibility/console-states/organization-states";
import { profileStates } from "@/e2e/accessibility/console-states/profile-states";
import { expectLoaded, loading, whileTableIsLocked } from "@/e2e/accessibility/loading";
import { become } from "@/test/browser/become";
import { builtPages } from "@/test/browser/built-pages";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { platformPaths } from "@/test/browser/platform-paths";
import { expect } from "@/test/browser/test";
import { test } from "@/test/browser/warm-test";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { type MintedConsole, mintLongest } from "@/test/factories/mint-longest";

const ORGANIZATION = "/organization/[organization_id]";

/** Each page of the console and of a person's account. */
const pages = [
  ...organizationPages.map(({ path }) => ORGANIZATION + path).filter((path) => !path.includes("#")),
  ...clientPages.map(({ path }) => CLIENT + path),
  "/profile",
  "/profile/second-factor",
];

/** What is opened of them: a page with several tools once for each. */
const addresses = [...pages, `${CLIENT}/connect?tool=conformance`];
const pathOf = (address: string) => address.replace(/[?#].*/, "");

const statesOf = { ...organizationStates, ...clientStates, ...profileStates };

const EXTENSIONS = "/company/[company_id]/extensions";
/** Pages for sellers and for everyone. accessibility.spec.ts opens their states. */
const otherPages: Readonly<Record<string, string>> = {
  "/": "/",
  [EXTENSIONS]: EXTENSIONS,
  [`${EXTENSIONS}/[client_id]`]: `${EXTENSIONS}/[client_id]`,
  "/company/[company_id]/people": "/company/[company_id]/people",
  "/consent/[request_id]": "/consent/nothing",
  "/consent/[request_id]/rejected": "/consent/nothing/rejected",
  "/docs": "/docs",
  "/docs/[topic]": "/docs/updateClient?client_id=[client_id]",
  "/errors/[code]": "/errors/invalid_grant",
  "/forgot-password": "/forgot-password",
  "/invitation/[token]": "/invitation/nothing",
  "/platform/companies/[company_id]": "/platform/companies/nothing",
  "/platform/extensions/[client_id]": "/platform/extensions/nothing",
  "/platform/organizations/[organization_id]": "/platform/organizations/nothing",
  "/platform/people/[user_id]": "/platform/people/nothing",
  "/recover/[token]": "/recover/nothing",
  "/requests/[request_id]": "/requests/nothing",
  "/setup/[token]": "/setup/nothing",
  "/sign-in": "/sign-in",
  "/sign-in/problem": "/sign-in/problem",
  "/sign-in/second-factor": "/sign-in/second-factor",
};

let minted: Promise<MintedConsole> | undefined;
/** What tests of a worker look at and leave as it is. */
const longest = () => {
  minted ??= mintLongest();
  return minted;
};

function fill(path: string, { organizationId, clientId, companyId }: MintedConsole): string {
  return path
    .replace("[organization_id]", organizationId)
    .replace("[client_id]", clientId)
    .replace("[company_id]", String(companyId));
}

test("the tables list every page in the build", () => {
  const paths = [...pages.map(pathOf), ...platformPaths, ...Object.keys(otherPages)];
  expect(paths.toSorted()).toEqual(builtPages());
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(statesOf)));
});

for (const path of addresses) {
  test.describe(path, () => {
    test("the console is accessible and fits from 320 px up with the longest possible content", async ({
      page,
      database: _,
    }) => {
      test.slow();
      const { owner } = await longest();
      await become(page, owner);
      await page.goto(fill(path, await longest()));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectLoaded(page);
      for (const summary of await page.locator("main summary").all()) await summary.click();
      await expectLoaded(page);
      await expectFits(page);
      await expectAccessibleInBothThemes(page);
    });

    for (const [state, reach] of Object.entries(statesOf[path] ?? {})) {
      test(`is accessible and fits from 320 px up: ${state}`, async ({ page, database: _ }) => {
        const organization = await mintOrganization();
        const { clientId } = await mintClient(organization.organizationId);
        const own = { ...organization, clientId };
        await become(page, organization.owner);
        const at = async (query = "") => {
          await page.goto(`${fill(path, own)}${query}`);
        };
        await reach({ ...own, page, at });
        await expectFits(page);
        await expectAccessible(page);
      });
    }
  });
}

// Not the list of clients with axe, which takes seconds: other tests need that table.
for (const [path, table, looks] of [
  [`${ORGANIZATION}/clients`, "clients", [expectFits]],
  [`${ORGANIZATION}/requests`, "calls", [expectFits, expectAccessible]],
  [`${CLIENT}/requests`, "calls", [expectFits]],
] as const) {
  test(`${path} fits from 320 px up while its list loads`, async ({ page, database: _ }) => {
    const { owner } = await longest();
    await become(page, owner);
    await whileTableIsLocked(table, async () => {
      await page.goto(fill(path, await longest()), { waitUntil: "commit" });
      for (const look of looks) {
        await expect(loading(page)).toBeVisible();
        await look(page);
      }
      await expect(loading(page)).toBeVisible();
    });
    await expectLoaded(page);
  });
}

test("pages for sellers and for everyone fit from 320 px up with the longest possible content", async ({
  page,
  database: _,
}) => {
  test.slow();
  const { owner } = await longest();
  await become(page, owner);
  for (const address of Object.values(otherPages)) {
    await page.goto(fill(address, await longest()));
    await expectFits(page);
  }
});
