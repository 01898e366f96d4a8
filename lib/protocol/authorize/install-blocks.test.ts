import { beforeEach, describe, expect, it } from "vitest";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { mintCompany } from "@/test/factories/mint";
import {
  type Installation,
  mintExtension,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";

const REASON = "It copied <b>orders</b>.";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const setClient = (data: Parameters<ReturnType<typeof db>["client"]["update"]>[0]["data"]) =>
  db().client.update({ where: { clientId: installation.client.clientId }, data });
const setCompany = (status: "active" | "suspended" | "closed") =>
  db().company.update({ where: { id: installation.companyId }, data: { status } });

const blocks = [
  {
    check: "client_not_suspended",
    status: 400,
    error: "unauthorized_client",
    block: () => setClient({ suspendedAt: new Date(), suspensionReason: REASON }),
  },
  {
    check: "publisher_active",
    status: 400,
    error: "unauthorized_client",
    block: () =>
      db().organization.update({
        where: { id: installation.organizationId },
        data: { status: "suspended" },
      }),
  },
  {
    check: "subject_active",
    status: 403,
    error: "access_denied",
    block: () => setCompany("suspended"),
  },
  {
    check: "subject_active",
    status: 403,
    error: "access_denied",
    block: () => setCompany("closed"),
  },
  {
    check: "listing",
    status: 403,
    error: "access_denied",
    block: () => setClient({ listing: "draft" }),
  },
];

describe.each(blocks)("security 62: authorize while the check $check fails", (each) => {
  it("issues no code, returns the error, and records the failed check for the developer", async () => {
    await each.block();
    const response = await callAuthorize(installation);
    const body = await response.json();
    expect([response.status, body.error]).toEqual([each.status, each.error]);
    const { clientId } = installation.client;
    expect(await db().authorizationCode.count({ where: { clientId } })).toBe(0);
    const events = await db().authorizationEvent.findMany({ where: { clientId } });
    expect(events).toMatchObject([{ kind: "authorize", check: each.check }]);
  });

  it("also rejects the parameters that a client pushes", async () => {
    await each.block();
    const { client, companyId } = installation;
    const parameters = { response_type: "code", redirect_uri: REDIRECT_URI, state: "a state" };
    const response = await pushRequest(
      new Request(`${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/par`, {
        method: "POST",
        headers: { authorization: basic(client) },
        body: new URLSearchParams(parameters),
      }),
    );
    expect([response.status, (await response.json()).error]).toEqual([each.status, each.error]);
  });

  it("rejects consent to an earlier request and stores no grant", async () => {
    const extension = await mintExtension();
    installation = { ...extension, grantId: "" };
    const id = await requestConsent(extension);
    await each.block();
    const session = await readSession(new Headers({ cookie: extension.seller.cookie }));
    if (!session) throw new Error("Nobody is signed in");
    expect(await openConsent(id, session)).toMatchObject({ kind: "blocked", check: each.check });
    const answer = await pressConsent(id, extension.seller);
    expect(answer.status).toBe(each.status);
    const { clientId } = extension.client;
    expect(await db().grant.count({ where: { clientId } })).toBe(0);
  });
});

it("a suspended extension's page shows the reason, escaped, in the seller's language", async () => {
  await setClient({ suspendedAt: new Date(), suspensionReason: REASON });
  const query = new URLSearchParams({ client_id: installation.client.clientId }).toString();
  const page = async (language: string) => {
    const headers = { accept: "text/html", "accept-language": language };
    return (await sendAuthorize(installation.companyId, query, null, headers)).text();
  };
  expect(await page("en")).toContain("The platform has suspended it for everyone.");
  expect(await page("en")).toContain("It copied &lt;b&gt;orders&lt;/b&gt;.");
  expect(await page("de")).toContain("Die Plattform hat sie für alle gesperrt.");
});

describe("a draft", () => {
  const launch = async (where: Pick<Installation, "client" | "companyId" | "seller">) =>
    redirectParameters(await callAuthorize(where));

  beforeEach(() => setClient({ listing: "draft" }));

  it("can be installed by its organization's own company", async () => {
    const { id } = await db().company.findFirstOrThrow({
      where: { organization: { id: installation.organizationId } },
    });
    const { userId } = installation.seller;
    await db().companyMember.create({ data: { companyId: id, userId, role: "owner" } });
    const response = await callAuthorize({ ...installation, companyId: id });
    expect(response.headers.get("location")).toMatch(/^\/consent\//);
  });

  it("can be launched by a company that it names, and by no other", async () => {
    const { companyId, client } = installation;
    const { clientId } = client;
    await db().clientDraftCompany.create({ data: { clientId, companyId } });
    expect((await launch(installation)).code).toBeTruthy();
    const { companyId: otherId, seller } = await mintCompany();
    expect((await callAuthorize({ client, companyId: otherId, seller })).status).toBe(403);
  });

  it.each(["unlisted", "listed"] as const)(
    "that becomes %s is open to every company",
    async (listing) => {
      await setClient({ listing });
      expect((await launch(installation)).code).toBeTruthy();
    },
  );
});
