import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { handleOperation } from "@/lib/api/handle-operation";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { revokeSecret, rotateSecret } from "@/lib/clients/secrets/secrets";
import { patchClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { changePassword, endOtherSessions, endSession } from "@/lib/identity/account/profile";
import { openSession } from "@/lib/identity/sessions/open-session";
import {
  readSessionId,
  sessionCookieName,
  signSessionId,
} from "@/lib/identity/sessions/session-cookie";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedUser,
  mintMember,
  mintSecret,
} from "@/test/factories/mint";
import { aMinuteAgo, mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import {
  type AnsweringProcesses,
  startAnsweringProcesses,
} from "@/test/process/answering/answer-in-processes";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const TIMEOUT_MS = 120_000;
const REASON = "It sent orders to a competitor.";
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
async function useNewSecret(): Promise<void> {
  installation = { ...installation, client: { ...installation.client, clientSecret: newSecret } };
}

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
  end: () => Promise<unknown>;
  /** Undoes it. Tokens work again unless the ending is final; codes and refresh tokens always do. */
  undo?: () => Promise<unknown>;
  ends: readonly Kind[];
  isFinal?: true;
  /** Whether it ends what companies granted too, for good. */
  endsGrants?: true;
  /** How token requests are denied until then. */
  denial?: { error: string; says?: string };
};

const ofClient = { ends: KINDS, isFinal: true } as const;
const inactive = { ...ofClient, denial: { error: "unauthorized_client", says: "is inactive" } };
const OWN_KINDS = ["own", "management"] as const;
const WRONG_SECRET = { error: "invalid_client" };
const ofSecret = { ...ofClient, ends: OWN_KINDS, undo: useNewSecret, denial: WRONG_SECRET };
const ofPerson = { ends: ["online"], isFinal: true } as const;
const bySuspension = (ends: readonly Kind[], says: string) => ({
  ends,
  denial: { error: "unauthorized_client", says },
});
const OF_COMPANY = ["offline", "online", "own"] as const;

const ENDINGS: Readonly<Record<string, Ending>> = {
  "the client is deactivated": {
    ...inactive,
    end: () => setActive(false),
    undo: () => setActive(true),
  },
  "the client is deactivated with others": {
    ...inactive,
    end: () => changeInBulk("deactivate"),
    undo: () => changeInBulk("activate"),
  },
  "the client is deleted": {
    ...({ ...ofClient, endsGrants: true, denial: WRONG_SECRET } as const),
    end: () => manage(deleteClient),
    undo: () => manage(restoreClient).then(() => setActive(true)),
  },
  "the extension is suspended": {
    ...bySuspension(KINDS, `The platform has suspended this extension: ${REASON} Codes`),
    end: () => setClient(REASON),
    undo: () => setClient(null),
  },
  "its organization is suspended": {
    ...bySuspension(KINDS, "that publishes this extension. Codes"),
    end: () => setOrganization("suspended"),
    undo: () => setOrganization("active"),
  },
  "the company is suspended": {
    ...bySuspension(OF_COMPANY, "has suspended company "),
    end: () => setCompany("suspended"),
    undo: () => setCompany("active"),
  },
  "the company is closed": {
    ...bySuspension(OF_COMPANY, "has closed company "),
    end: () => setCompany("closed"),
    undo: () => setCompany("active"),
  },
  "the secret is rotated without overlap": { ...ofSecret, end: () => rotate(0) },
  "the secret is rotated and its overlap ends": {
    ...ofSecret,
    end: async () => {
      await rotate(3600);
      const data = { expiresAt: aMinuteAgo() };
      await db().clientSecret.update({ where: { id: installation.client.secretId }, data });
    },
  },
  "the secret is revoked": {
    ...ofSecret,
    end: async () => {
      newSecret = (await mintSecret(installation.client.clientId)).secret;
      await manage(revokeSecret, {}, { secret_id: installation.client.secretId });
    },
  },
  "the overlap of a rotated secret is running": { ends: [], end: () => rotate(3600) },
  "another setting of the client is changed": {
    ...{
      ends: [],
      end: () => manage(patchClient, { access_token_lifetime: 600, is_active: true }),
    },
  },
  "the person signs out": { ...ofPerson, end: () => submit(signOut, installation.seller) },
  "the session is ended from the profile page": {
    ...ofPerson,
    end: () => submit(handleOperation(endSession)),
  },
  "all other sessions are ended": {
    ...ofPerson,
    end: () => submit(handleOperation(endOtherSessions)),
  },
  "the password is changed in another browser": {
    ...ofPerson,
    end: () => submit(handleOperation(changePassword)),
  },
  "the person signs out in another browser": { ends: [], end: () => submit(signOut) },
  "the person's account is deactivated": {
    ...ofPerson,
    end: () => setPerson(new Date()),
    undo: () => setPerson(null),
  },
  "the person is removed from the company": {
    ...ofPerson,
    end: () => db().companyMember.delete({ where: { companyId_userId: member() } }),
    undo: () => db().companyMember.create({ data: { ...member(), role: "owner" } }),
  },
};

/** Launches in a browser, and gets what the code leads to. */
async function launch() {
  const { code = "" } = redirectParameters(await callAuthorize(installation));
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  return {
    online: textOf(online.body.access_token),
    offline: textOf(offline.body.access_token),
    refreshToken: textOf(offline.body.refresh_token),
  };
}

const askOwn = (subject?: string) =>
  callToken("online", installation, {
    json: { grant_type: "client_credentials" },
    ...(subject && { subject }),
  });

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

it.each(Object.entries(ENDINGS))(
  "security 62 and 82: just these tokens end in each process, and no code is used up, when %s",
  { timeout: TIMEOUT_MS },
  async (_what, each) => {
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
  },
);

it("security 62: no token of a refresh survives a concurrent deactivation", async () => {
  const { refreshToken } = await launch();
  const refreshing = Array.from({ length: 12 }, () => refresh(installation, refreshToken));
  const [, ...answers] = await Promise.all([setActive(false), ...refreshing]);
  await setActive(true);
  for (const { status, body } of answers) {
    if (status === 200) expect((await callProducts(textOf(body.access_token))).status).toBe(401);
  }
});
