import type { Page } from "@playwright/test";
import { clientPages, organizationPages } from "@/components/shell/console-pages";
import { flushCalls } from "@/lib/calls/flush-calls";
import { db } from "@/lib/kernel/db/client";
import type { OrganizationRole } from "@/lib/kernel/permissions";
import { become } from "@/test/browser/become";
import { builtPages } from "@/test/browser/built-pages";
import { button, dialog } from "@/test/browser/console-parts";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { platformPaths } from "@/test/browser/platform-paths";
import { expect, test } from "@/test/browser/test";
import {
  MINTED_PASSWORD,
  mintClient,
  mintCompany,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { auditIds, mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { type MintedConsole, mintLongest } from "@/test/factories/mint-longest";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A page with an organization and a client of one test; `at` opens the table's page. */
interface Opened extends MintedConsole {
  page: Page;
  at(query?: string): Promise<void>;
}

/** What a page shows at times, and how it comes to it. */
type States = Readonly<Record<string, (opened: Opened) => Promise<void>>>;

const alert = (page: Page) => page.locator("main, dialog").getByRole("alert");

/** Lets no call of the management API through. */
const goOffline = (page: Page) => page.route("**/service/**", (route) => route.abort());

async function openAs(role: OrganizationRole, { page, organizationId, at }: Opened) {
  await become(page, await mintMember(organizationId, role));
  await at();
}

async function changeClient(
  { clientId }: Opened,
  data: Parameters<ReturnType<typeof db>["client"]["update"]>[0]["data"],
) {
  await db().client.update({ where: { clientId }, data, select: { clientId: true } });
}

async function answerWithNothing({ page, at }: Opened, submit: string): Promise<void> {
  await at();
  await goOffline(page);
  await button(page, submit).click();
  await expect(alert(page)).toBeVisible();
}

const forbidden = async (opened: Opened) => {
  await openAs("developer", opened);
  await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(/role does not allow/);
};

const empty = async ({ at }: Opened) => at();
const pastTheEnd = async ({ page, at }: Opened) => {
  await at("?page=99");
  await expect(page.getByRole("heading", { name: "This page is past the end" })).toBeVisible();
};
const byAuditor = (opened: Opened) => openAs("auditor", opened);

/** An allowed call and a denied one with its entry in the failure log. @returns the request id of the latter */
async function mintDeniedCall(organizationId: string): Promise<string> {
  const client = await mintClient(organizationId);
  const { companyId } = await mintCompany();
  mintCall({ client, companyId });
  const denied = { denial: "access_token_scope", scope: null, status: 403 } as const;
  const { requestId } = mintCall({ client, companyId }, denied);
  await flushCalls();
  const fix = { kind: "request_scopes", scopes: ["company/orders/read"] };
  const check = "access_token_scope";
  const entry = { kind: "bearer", requestId, check, fix } as const;
  await mintEvents(client.clientId, [denial("insufficient_scope", entry)]);
  return requestId;
}

const ORGANIZATION = "/organization/[organization_id]";
const CLIENT = `${ORGANIZATION}/clients/[client_id]`;

/** Each page of the console and of a person's account. */
const pages = [
  ...organizationPages.map(({ path }) => ORGANIZATION + path),
  ...clientPages.map(({ path }) => CLIENT + path),
  "/profile",
  "/profile/second-factor",
];

/** What is opened of them: a page with several tools once for each. */
const addresses = [...pages, `${CLIENT}/try?tool=sandbox`, `${CLIENT}/try?tool=conformance`];

/** The states of these pages that no other file opens. */
const statesOf: Readonly<Record<string, States>> = {
  "/organization/[organization_id]": {
    "the menu of a person": async ({ page, at }) => {
      await at();
      await button(page, "Asha Rao").click();
      await expect(page.getByRole("group", { name: "Language" })).toBeVisible();
    },
    "seen by an auditor": byAuditor,
  },
  "/organization/[organization_id]/audit": {
    forbidden,
    "a log that was changed": async ({ page, at, organizationId, owner }) => {
      await mintAuditRows(organizationId, owner.userId, [{}, {}]);
      const [first] = await auditIds(organizationId);
      await tamperWithAudit("UPDATE audit_rows SET ip_address = '192.0.2.8' WHERE id = $1", first);
      await at("?verify=1");
      await expect(alert(page)).toContainText("changed after it was written");
    },
    "past the end": async (opened) => {
      await mintAuditRows(opened.organizationId, opened.owner.userId, [{}]);
      await pastTheEnd(opened);
    },
  },
  "/organization/[organization_id]/calls": {
    "a denied call with its fix": async ({ page, at, organizationId }) => {
      const requestId = await mintDeniedCall(organizationId);
      await at();
      await page.locator("tbody tr").filter({ hasText: "Denied" }).locator("summary").click();
      await expect(page.getByRole("heading", { name: "Likely fix" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Open in the failure log" })).toHaveAttribute(
        "href",
        new RegExp(requestId),
      );
    },
    "nothing found": async ({ page, at }) => {
      await at("?denied=true&method=PUT");
      await expect(page.getByRole("heading", { name: "No call matches" })).toBeVisible();
    },
    reconnecting: async ({ page, at }) => {
      await page.route("**/calls/live*", (route) => route.abort());
      await at();
      await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
    },
  },
  "/organization/[organization_id]/clients": {
    "past the end": pastTheEnd,
    "seen by an auditor": byAuditor,
    "many about to be deactivated": async ({ page, at }) => {
      await at();
      await page.getByRole("checkbox", { name: /^Select all/ }).check();
      await button(page, "Deactivate").click();
      await expect(dialog(page)).toBeVisible();
    },
    "many that could not be changed": async ({ page, at }) => {
      await at();
      await page.getByRole("checkbox", { name: /^Select all/ }).check();
      await goOffline(page);
      await button(page, "Activate").click();
      await expect(alert(page)).toBeVisible();
    },
  },
  "/organization/[organization_id]/clients/new": {
    forbidden: async (opened) => {
      await openAs("auditor", opened);
      await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(
        /role does not allow/,
      );
    },
    "each field rejected": async ({ page, at }) => {
      await at();
      await page.getByLabel("Base URL").fill("no address");
      await page.getByLabel("Redirect URL 1").fill("http://shipfast.example.com");
      await page.getByLabel("Tags").fill("t".repeat(41));
      for (const lifetime of await page.getByRole("spinbutton").all()) await lifetime.fill("1");
      for (const grant of await page.getByRole("checkbox", { name: /code|token/i }).all()) {
        await grant.uncheck();
      }
      await button(page, "Create client").click();
      await expect(page.getByText(/fields need a correction/)).toBeVisible();
    },
    "not sent": async (opened) => {
      const { page, at } = opened;
      await at();
      await page.getByLabel("Name", { exact: true }).fill("Parcel");
      await goOffline(page);
      await button(page, "Create client").click();
      await expect(alert(page)).toBeVisible();
    },
    "a draft that was left, and a manifest compared with it": async ({ page, at }) => {
      await at();
      await page.getByLabel("Name", { exact: true }).fill("Parcel");
      await page.reload();
      await expect(button(page, "Start over")).toBeVisible();
      await page.getByText("Import a manifest").click();
      await page.getByLabel("Or paste it").fill('{"latchkey_manifest": 1, "require_pkce": true}');
      await button(page, "Compare with the form").click();
      await expect(button(page, "Apply to the form")).toBeVisible();
    },
    "a new secret": async ({ page, at }) => {
      await at();
      await page.getByLabel("Name", { exact: true }).fill("Parcel");
      await button(page, "Create client").click();
      await expect(page.getByRole("heading", { name: "Parcel has its key" })).toBeFocused();
    },
  },
  [CLIENT]: {
    "switched off, about to be deleted": async (opened) => {
      await changeClient(opened, { isActive: false });
      await opened.at();
      await button(opened.page, "Delete").click();
      await expect(dialog(opened.page).getByText("Live tokens")).toBeVisible();
    },
    "about to be switched off, while it is counted who uses it": async ({ page, at }) => {
      await page.route("**/impact", () => undefined);
      await at();
      await button(page, "Deactivate").click();
      await expect(dialog(page).getByText("Counting current users")).toBeAttached();
    },
    "about to be switched off, by who knows it from before": async (opened) => {
      const { page, at } = opened;
      await at();
      await changeClient(opened, { version: { increment: 1 } });
      await page.route("**/impact", (route) => route.abort());
      await button(page, "Deactivate").click();
      await expect(dialog(page).getByText("Could not count")).toBeVisible();
      await button(page, "Deactivate client").click();
      await expect(alert(page)).toContainText("Someone else changed this client");
    },
    "of nobody": async ({ page, at, clientId }) => {
      await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
      await at();
      await expect(page.getByRole("heading", { name: "does not exist" })).toBeVisible();
    },
    "went wrong on our side": async (opened) => {
      // A year that no date of the API's can have.
      await changeClient(opened, { createdAt: new Date(Date.UTC(12_000, 0)) });
      await opened.at();
      await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(
        /went wrong on our side/,
      );
    },
  },
  [`${CLIENT}/activity`]: { "nothing asked for": empty },
  [`${CLIENT}/audit`]: {
    forbidden,
    "nothing changed yet": empty,
    "nothing that matches": async ({ at }) => at("?action=none"),
  },
  [`${CLIENT}/companies`]: { "installed by nobody": empty },
  [`${CLIENT}/try?tool=conformance`]: {
    "of a client that is switched off": async (opened) => {
      await changeClient(opened, { isActive: false });
      await opened.at();
    },
    "seen by an auditor": byAuditor,
  },
  [`${CLIENT}/credentials`]: {
    "about to be rotated": async ({ page, at }) => {
      await at();
      await button(page, "Rotate secret").click();
      await dialog(page).getByText("Show as API call").click();
    },
    "not rotated": async ({ page, at }) => {
      await at();
      await goOffline(page);
      await button(page, "Rotate secret").click();
      await button(page, "Create a new secret").click();
      await expect(alert(page)).toBeVisible();
    },
    "one of several about to be revoked, and not revoked": async ({ page, at, clientId }) => {
      await mintSecret(clientId);
      await at();
      await button(page, /^Revoke the secret/)
        .first()
        .click();
      await expect(dialog(page).getByText("Live tokens")).toBeVisible();
      await goOffline(page);
      await button(page, "Revoke secret").click();
      await expect(alert(page)).toBeVisible();
    },
    "seen by an auditor": byAuditor,
  },
  [`${CLIENT}/edit`]: {
    forbidden: async (opened) => {
      await openAs("auditor", opened);
      await expect(opened.page.getByText(/role does not allow/)).toBeVisible();
    },
    "a search for scopes that finds none": async ({ page, at }) => {
      await at();
      await page.getByRole("searchbox").fill("nothing like this");
      await expect(page.getByText("No scope matches")).toBeVisible();
    },
    "not saved": async ({ page, at }) => {
      await at();
      await page.getByLabel("Description").fill("Changed.");
      await goOffline(page);
      await button(page, "Save changes").click();
      await expect(alert(page)).toBeVisible();
    },
  },
  [`${CLIENT}/events`]: { "seen by an auditor": byAuditor },
  [`${CLIENT}/lifetimes`]: {
    "with rotation and PKCE": async (opened) => {
      await changeClient(opened, { requirePkce: true, refreshRotation: "confirm_on_use" });
      await opened.at();
    },
  },
  [`${CLIENT}/quick-start`]: { "seen by an auditor": byAuditor },
  [`${CLIENT}/redirect-urls`]: {
    "without one": async (opened) => {
      await changeClient(opened, { redirectUrls: [] });
      await opened.at();
    },
  },
  [`${CLIENT}/try?tool=sandbox`]: { "seen by an auditor": byAuditor },
  [`${CLIENT}/scopes`]: {
    "without one": async (opened) => {
      await changeClient(opened, { scopes: [] });
      await opened.at();
    },
  },
  [`${CLIENT}/try`]: {
    "without a redirect URL": async (opened) => {
      await changeClient(opened, { redirectUrls: [] });
      await opened.at();
    },
    "seen by an auditor": byAuditor,
  },
  "/organization/[organization_id]/installed": { "nothing installed": empty },
  "/organization/[organization_id]/members": {
    "seen by an auditor": byAuditor,
    "somebody about to be removed": async ({ page, at, organizationId }) => {
      await mintMember(organizationId, "developer");
      await at();
      await button(page, /^Remove/).click();
      await goOffline(page);
      await button(page, "Remove member").click();
      await expect(alert(page)).toBeVisible();
    },
    "the last owner about to leave, and rejected": async ({ page, at }) => {
      await at();
      await button(page, "Leave the organization").click();
      await button(page, "Leave organization").click();
      await expect(alert(page)).toBeVisible();
    },
    "somebody invited, and the same person again": async ({ page, at }) => {
      await at();
      const answers = [page.getByText(/^Give this link/), alert(page)];
      for (const answer of answers) {
        await page.getByLabel("Email").fill("nia@example.com");
        await button(page, "Invite").click();
        await expect(answer).toBeVisible();
      }
    },
    "an invitation that ran out, sent again": async ({ page, at, organizationId }) => {
      const long = new Date("2026-01-01");
      await mintInvitation(organizationId, { expiresAt: long });
      await at();
      await expect(page.getByText("Expired")).toBeVisible();
      await button(page, /^Send again/).click();
      await expect(page.getByText(/^Give this link/)).toBeVisible();
    },
  },
  "/organization/[organization_id]/settings": {
    forbidden,
    "not saved": (opened) => answerWithNothing(opened, "Save name"),
    "saved, with a second factor required of all": async ({ page, at, owner, organizationId }) => {
      await mintSecondFactor(owner.userId);
      await mintMember(organizationId, "developer");
      await at();
      await button(page, "Require a second factor").click();
      await expect(button(page, "Stop requiring it")).toBeVisible();
      await button(page, "Save name").click();
      await expect(page.getByText("The name was saved.")).toBeVisible();
    },
  },
  "/profile": {
    "a wrong password": async ({ page, at }) => {
      await at();
      const panel = page.getByRole("region", { name: "Second factor" });
      await panel.getByLabel("Your password").fill("not the password");
      await panel.getByRole("button").click();
      await expect(alert(page)).toBeVisible();
    },
    "few recovery codes left": async ({ at, owner }) => {
      await mintSecondFactor(owner.userId);
      await db().recoveryCode.deleteMany({ where: { userId: owner.userId } });
      await at("?notice=name_saved&section=name");
    },
    "sent there by an organization": async ({ page, at, organizationId }) => {
      await at(`?required_by=${organizationId}`);
      await expect(page.getByText("requires a second factor")).toBeVisible();
    },
  },
  "/profile/second-factor": {
    "a wrong code": async ({ page }) => {
      await page.goto("/profile");
      const panel = page.getByRole("region", { name: "Second factor" });
      await panel.getByLabel("Your password").fill(MINTED_PASSWORD);
      await panel.getByRole("button").click();
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.keyboard.press("Enter");
      await expect(alert(page)).toBeVisible();
    },
  },
};

/** Pages of sellers and of everybody. accessibility.spec.ts opens their states. */
const others: Readonly<Record<string, string>> = {
  "/": "/",
  "/company/[company_id]/extensions": "/company/[company_id]/extensions",
  "/company/[company_id]/extensions/[client_id]": "/company/[company_id]/extensions/[client_id]",
  "/company/[company_id]/extensions/[client_id]/diary":
    "/company/[company_id]/extensions/[client_id]/diary",
  "/company/[company_id]/people": "/company/[company_id]/people",
  "/consent/[request_id]": "/consent/nothing",
  "/consent/[request_id]/rejected": "/consent/nothing/rejected",
  "/docs": "/docs",
  "/errors": "/errors",
  "/errors/[code]": "/errors/invalid_grant",
  "/forgot-password": "/forgot-password",
  "/invitation/[token]": "/invitation/nothing",
  "/recover/[token]": "/recover/nothing",
  "/setup/[token]": "/setup/nothing",
  "/sign-in": "/sign-in",
  "/sign-in/problem": "/sign-in/problem",
  "/sign-in/second-factor": "/sign-in/second-factor",
};

function fill(path: string, { organizationId, clientId, companyId }: MintedConsole): string {
  return path
    .replace("[organization_id]", organizationId)
    .replace("[client_id]", clientId)
    .replace("[company_id]", String(companyId));
}

test("the tables list every page in the build", () => {
  expect([...pages, ...platformPaths, ...Object.keys(others)].toSorted()).toEqual(builtPages());
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(statesOf)));
});

for (const path of addresses) {
  test.describe(path, () => {
    test("the console is accessible and fits from 320 px up with the longest possible content", async ({
      page,
      database: _,
    }) => {
      test.slow();
      const minted = await mintLongest();
      await become(page, minted.owner);
      await page.goto(fill(path, minted));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const summary of await page.locator("main summary").all()) await summary.click();
      await expectFits(page);
      await expectAccessibleInBothThemes(page);
    });

    for (const [state, reach] of Object.entries(statesOf[path] ?? {})) {
      test(`${state}: is accessible and fits from 320 px up`, async ({ page, database: _ }) => {
        const organization = await mintOrganization();
        const { clientId } = await mintClient(organization.organizationId);
        const minted = { ...organization, clientId };
        await become(page, organization.owner);
        const at = async (query = "") => {
          await page.goto(`${fill(path, minted)}${query}`);
        };
        await reach({ ...minted, page, at });
        await expectFits(page);
        await expectAccessible(page);
      });
    }
  });
}

for (const [path, address] of Object.entries(others)) {
  test(`${path} fits from 320 px up`, async ({ page, database: _ }) => {
    const minted = await mintLongest();
    await become(page, minted.owner);
    await page.goto(fill(address, minted));
    await expectFits(page);
  });
}
