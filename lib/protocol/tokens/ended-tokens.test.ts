import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { deleteClient } from "@/lib/clients/delete-client";
import { patchClient } from "@/lib/clients/patch-client";
import { restoreClient } from "@/lib/clients/restore-client";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { changePassword } from "@/lib/identity/account/change-password";
import { endOtherSessions } from "@/lib/identity/account/end-other-sessions";
import { endSession } from "@/lib/identity/account/end-session";
import { openSession } from "@/lib/identity/sessions/open-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedUser,
  mintMember,
  mintSecret,
} from "@/test/factories/mint";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintExtension,
  mintInstallation,
} from "@/test/factories/mint-installation";
import {
  type AnsweringProcesses,
  startAnsweringProcesses,
} from "@/test/process/answering/answer-in-processes";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { introspect } from "@/test/requests/call-administration";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const TIMEOUT_MS = 120_000;
const REASON = "It sent orders to a competitor.";
const OWN_TOKEN = { grant_type: "client_credentials" };
const KINDS = ["offline", "online", "own", "management"] as const;
type Kind = (typeof KINDS)[number];

let processes: AnsweringProcesses;
let installation: Installation;
let owner: MintedUser;
let otherBrowser: MintedUser;

beforeAll(async () => {
  const variables = { ...TEST_VARIABLES, DATABASE_URL: inject("databaseUrl") };
  processes = await startAnsweringProcesses(variables);
}, TIMEOUT_MS);
afterAll(() => processes.end());
beforeEach(async () => {
  installation = await mintInstallation({
    scopes: ["organization/clients/read", ...INSTALLED_SCOPES],
  });
  owner = await mintMember(installation.organizationId, "owner");
  const { userId, email } = installation.seller;
  const sessionId = await openSession(db(), userId, "live", { ipAddress: null, userAgent: null });
  otherBrowser = { userId, email, cookie: `${sessionCookieName()}=${signSessionId(sessionId)}` };
});

/** An operation on the client, as its organization's owner. */
const manage = async (
  operation: Parameters<typeof callRoute>[0],
  body: Record<string, unknown> = {},
  more: Record<string, string> = {},
) => {
  const { organizationId, client } = installation;
  const params = { organization_id: organizationId, client_id: client.clientId, ...more };
  const answer = await callRoute(operation, { params, as: owner, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
};
const setActive = (isActive: boolean) => manage(patchClient, { is_active: isActive });
const changeInBulk = (action: string) =>
  manage(changeClients, { action, client_ids: [installation.client.clientId] });

/** Rotates the secret; from `useNewSecret` on, the client uses the new one. */
let newSecret: string;
async function rotate(overlapSeconds: number): Promise<void> {
  const { body } = await manage(rotateSecret, { overlap_seconds: overlapSeconds });
  newSecret = textOf(body.secret);
}
const useNewSecret = async () => {
  installation = { ...installation, client: { ...installation.client, clientSecret: newSecret } };
};

/** Sends a form of the console as the person in the other browser. */
const submit = (form: (request: Request) => Promise<Response>, as = otherBrowser) =>
  form(
    new Request(`${env().baseUrl}/form`, {
      method: "POST",
      headers: browserHeaders(as),
      body: new URLSearchParams({
        session_id: readSessionId(installation.seller.cookie) ?? "",
        password: MINTED_PASSWORD,
        new_password: "quite another passphrase of mine",
      }),
    }),
  );

const setClient = (suspensionReason: string | null) =>
  db().client.updateMany({
    where: { organizationId: installation.organizationId },
    data: { suspendedAt: suspensionReason === null ? null : new Date(), suspensionReason },
  });
const setOrganization = (status: "active" | "suspended") =>
  db().organization.update({ where: { id: installation.organizationId }, data: { status } });
const setCompany = (status: "active" | "suspended" | "closed") =>
  db().company.update({ where: { id: installation.companyId }, data: { status } });
const setPerson = (deactivatedAt: Date | null) =>
  db().user.update({ where: { id: installation.seller.userId }, data: { deactivatedAt } });
const member = () => ({ companyId: installation.companyId, userId: installation.seller.userId });

type Ending = {
  what: string;
  end: () => Promise<unknown>;
  /** Undoes it. Tokens work again unless the ending is final; codes and refresh tokens always do. */
  undo?: () => Promise<unknown>;
  ends: readonly Kind[];
  isFinal: boolean;
  /** Whether it ends what companies granted too, for good. */
  endsGrants?: true;
  /** How token requests are denied until then. */
  denial?: { error: string; says?: string };
};

const OF_COMPANY = ["offline", "online", "own"] as const;
const OWN_KINDS = ["own", "management"] as const;
const INACTIVE = { error: "unauthorized_client", says: "is inactive" };
const WRONG_SECRET = { error: "invalid_client" };
const suspended = (says: string) => ({ error: "unauthorized_client", says });

const ENDINGS: Ending[] = [
  {
    what: "the client is deactivated",
    end: () => setActive(false),
    undo: () => setActive(true),
    ...{ ends: KINDS, isFinal: true, denial: INACTIVE },
  },
  {
    what: "the client is deactivated with others",
    end: () => changeInBulk("deactivate"),
    undo: () => changeInBulk("activate"),
    ...{ ends: KINDS, isFinal: true, denial: INACTIVE },
  },
  {
    what: "the client is deleted",
    end: () => manage(deleteClient),
    undo: async () => {
      await manage(restoreClient);
      await setActive(true);
    },
    ...{ ends: KINDS, isFinal: true, endsGrants: true, denial: WRONG_SECRET },
  },
  {
    what: "the extension is suspended",
    end: () => setClient(REASON),
    undo: () => setClient(null),
    ...{ ends: KINDS, isFinal: false },
    denial: suspended(`The platform has suspended this extension: ${REASON} Codes`),
  },
  {
    what: "its organization is suspended",
    end: () => setOrganization("suspended"),
    undo: () => setOrganization("active"),
    ...{ ends: KINDS, isFinal: false, denial: suspended("that publishes this extension. Codes") },
  },
  {
    what: "the company is suspended",
    end: () => setCompany("suspended"),
    undo: () => setCompany("active"),
    ...{ ends: OF_COMPANY, isFinal: false, denial: suspended("has suspended company ") },
  },
  {
    what: "the company is closed",
    end: () => setCompany("closed"),
    undo: () => setCompany("active"),
    ...{ ends: OF_COMPANY, isFinal: false, denial: suspended("has closed company ") },
  },
  {
    what: "the secret is rotated without overlap",
    end: () => rotate(0),
    undo: useNewSecret,
    ...{ ends: OWN_KINDS, isFinal: true, denial: WRONG_SECRET },
  },
  {
    what: "the secret is rotated and its overlap ends",
    end: async () => {
      await rotate(3600);
      const data = { expiresAt: aMinuteAgo() };
      await db().clientSecret.update({ where: { id: installation.client.secretId }, data });
    },
    undo: useNewSecret,
    ...{ ends: OWN_KINDS, isFinal: true, denial: WRONG_SECRET },
  },
  {
    what: "the secret is revoked",
    end: async () => {
      newSecret = (await mintSecret(installation.client.clientId)).secret;
      await manage(revokeSecret, {}, { secret_id: installation.client.secretId });
    },
    undo: useNewSecret,
    ...{ ends: OWN_KINDS, isFinal: true, denial: WRONG_SECRET },
  },
  {
    what: "the overlap of a rotated secret is running",
    end: () => rotate(3600),
    ...{ ends: [], isFinal: false },
  },
  {
    what: "another setting of the client is changed",
    end: () => manage(patchClient, { access_token_lifetime: 600, is_active: true }),
    ...{ ends: [], isFinal: false },
  },
  {
    what: "the person signs out",
    end: () => submit(signOut, installation.seller),
    ...{ ends: ["online"], isFinal: true },
  },
  {
    what: "the session is ended from the profile page",
    end: () => submit(answerOperation(endSession)),
    ...{ ends: ["online"], isFinal: true },
  },
  {
    what: "all other sessions are ended",
    end: () => submit(answerOperation(endOtherSessions)),
    ...{ ends: ["online"], isFinal: true },
  },
  {
    what: "the password is changed in another browser",
    end: () => submit(answerOperation(changePassword)),
    ...{ ends: ["online"], isFinal: true },
  },
  {
    what: "the person signs out in another browser",
    end: () => submit(signOut),
    ...{ ends: [], isFinal: false },
  },
  {
    what: "the person's account is deactivated",
    end: () => setPerson(new Date()),
    undo: () => setPerson(null),
    ...{ ends: ["online"], isFinal: true },
  },
  {
    what: "the person is removed from the company",
    end: () => db().companyMember.delete({ where: { companyId_userId: member() } }),
    undo: () => db().companyMember.create({ data: { ...member(), role: "owner" } }),
    ...{ ends: ["online"], isFinal: true },
  },
];

/** Launches in a browser, and gets what the code leads to. */
async function launch(as = installation.seller) {
  const { code = "" } = redirectParameters(await callAuthorize(installation, {}, as));
  return redeem(code);
}

async function redeem(code: string) {
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  return {
    online: textOf(online.body.access_token),
    offline: textOf(offline.body.access_token),
    refreshToken: textOf(offline.body.refresh_token),
  };
}

const askOwn = (subject?: string) =>
  callToken("online", installation, { json: OWN_TOKEN, ...(subject && { subject }) });

async function issueAll() {
  const { refreshToken, ...ofCode } = await launch();
  const management = await askOwn(`organization/${installation.organizationId}`);
  const own = textOf((await askOwn()).body.access_token);
  return { ...ofCode, refreshToken, own, management: textOf(management.body.access_token) };
}

/** Uses each token in both processes. */
async function expectUses(tokens: Record<Kind, string>, ended: readonly Kind[]): Promise<void> {
  const { organizationId } = installation;
  const clients = `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client`;
  const products = "/service/application/catalog/v1.0/products/";
  for (const kind of KINDS) {
    const url = env().baseUrl + (kind === "management" ? clients : products);
    const headers = { authorization: `Bearer ${tokens[kind]}` };
    const expected = ended.includes(kind) ? [401, "invalid_token"] : [200, undefined];
    for (const { status, body } of await processes.call({ url, method: "GET", headers })) {
      expect([status, JSON.parse(body).error], kind).toEqual(expected);
    }
  }
}

describe.each(ENDINGS)("security 62 and 82: when $what", (each) => {
  it("just these tokens end in each process, and no request consumes anything", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { refreshToken, ...tokens } = await issueAll();
    const code = await mintCode(installation, { sessionId: null });
    await expectUses(tokens, []);
    await each.end();
    await expectUses(tokens, each.ends);
    if (each.denial) {
      for (const { status, body } of [
        await exchange("online", installation, code),
        await exchange("offline", installation, code),
        await refresh(installation, refreshToken),
        await askOwn(),
      ]) {
        const { error, says = "" } = each.denial;
        expect([status, body.error]).toEqual([error === "invalid_client" ? 401 : 400, error]);
        expect(body.message).toContain(says);
      }
    }
    await each.undo?.();
    await expectUses(tokens, each.isFinal ? each.ends : []);
    if (each.endsGrants) {
      expect((await refresh(installation, refreshToken)).body.error).toBe("invalid_grant");
      return;
    }
    const answers = [await refresh(installation, refreshToken), await askOwn()];
    // The code of a person who was removed has ended with them.
    if (each.denial) answers.push(await exchange("online", installation, code));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await callProducts(textOf(body.access_token))).status).toBe(200);
    }
  });
});

it("security 62: an online token ends with the session in which consent was given", async () => {
  installation = { ...(await mintExtension()), grantId: "" };
  const id = await requestConsent(installation);
  const address = await addressAfterAllow(await pressConsent(id, installation.seller));
  const { online } = await redeem(address.searchParams.get("code") ?? "");
  expect((await callProducts(online)).status).toBe(200);
  await submit(signOut, installation.seller);
  expect((await callProducts(online)).body.message).toMatch(/signed out/);
});

it("security 62: the clean-up of sessions neither ends nor revives an online token", async () => {
  const [ended, { online }] = [await launch(), await launch(otherBrowser)];
  await submit(signOut, installation.seller);
  await db().userSession.update({
    where: { id: readSessionId(otherBrowser.cookie) ?? "" },
    data: { createdAt: new Date(0), expiresAt: aMinuteAgo() },
  });
  await cleanUp(new AbortController().signal);
  expect((await callProducts(online)).status).toBe(200);
  expect((await callProducts(ended.online)).status).toBe(401);
  const id = readSessionId(installation.seller.cookie) ?? "";
  await db().userSession.deleteMany({ where: { id } });
  expect((await callProducts(ended.online)).body.message).toMatch(/signed out/);
  expect((await introspect(installation.client, ended.online)).body).toEqual({ active: false });
});

it("security 44: a person whose account is active again has to sign in again", async () => {
  await setPerson(new Date());
  await setPerson(null);
  const answer = await callAuthorize(installation);
  expect(answer.headers.get("location")).toMatch(/^\/sign-in\?/);
});

it("security 62: no token of a refresh survives a concurrent deactivation", async () => {
  const { refreshToken } = await launch();
  const refreshing = Array.from({ length: 12 }, () => refresh(installation, refreshToken));
  const [, ...answers] = await Promise.all([setActive(false), ...refreshing]);
  await setActive(true);
  for (const { status, body } of answers) {
    if (status === 200) expect((await callProducts(textOf(body.access_token))).status).toBe(401);
  }
});

it("a token stored without its client's epoch gets the current one", async () => {
  const { offline } = await launch();
  const stored = await db().accessToken.findFirstOrThrow({
    where: { tokenHash: storedHash(offline) },
  });
  await setActive(false);
  await setActive(true);
  const tokenHash = storedHash(`late ${offline}`);
  const { clientEpoch: _epoch, ...columns } = stored;
  await db().accessToken.create({ data: { ...columns, tokenHash } });
  const { clientEpoch } = await db().accessToken.findFirstOrThrow({ where: { tokenHash } });
  expect(clientEpoch).toBe((stored.clientEpoch ?? 0) + 1);
});

it("a suspended extension learns the reason, and its publisher finds it in the failure log", async () => {
  const { offline, refreshToken } = await launch();
  await setClient('Not "safe"\n in München');
  const used = await callProducts(offline);
  const refreshed = await refresh(installation, refreshToken);
  for (const { body } of [used, refreshed]) expect(body.message).toContain('Not "safe"');
  const { clientId } = installation.client;
  const events = await db().authorizationEvent.findMany({
    where: { clientId, outcome: "refused" },
    orderBy: { id: "asc" },
  });
  const denied = { check: "client_not_suspended", authenticated: true };
  const fix = { kind: "contact_platform" };
  expect(events).toMatchObject([
    { ...denied, kind: "bearer" },
    { ...denied, kind: "refresh", fix },
  ]);
});
