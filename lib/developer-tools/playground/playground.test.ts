import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db } from "@/lib/core/db/client";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { openRun, sealRun } from "@/lib/developer-tools/playground/run-state";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintGrant,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute, type RouteAnswer, type RouteCall } from "@/test/requests/call-route";
import { fieldAt, textOf } from "@/test/requests/read-json";

const SCOPES = ["company/orders/read", "company/products/read"];
const OWN_TOKEN = /lk[oncrs]_[\w-]{20}/;

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { scopes: SCOPES });
});

type StepBody = {
  step?: string;
  decision?: string;
  company_id?: number;
  redirect_uri?: string;
  run?: string | null;
};

function call(sent: StepBody, more: Partial<RouteCall> = {}): Promise<RouteAnswer> {
  return callRoute(runPlaygroundStep, {
    as: organization.owner,
    body: { company_id: organization.companyId, step: "authorize", ...sent },
    ...more,
    params: {
      organization_id: organization.organizationId,
      client_id: client.clientId,
      ...more.params,
    },
  });
}

function install() {
  return mintGrant(client.clientId, organization.companyId, SCOPES);
}

type Exchange = z.output<typeof runPlaygroundStep.returns.schema>;

/** Runs these steps in order and returns their responses. */
async function walk(...steps: string[]): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (const step of steps) {
    const run = answers.at(-1)?.run;
    const { status, body } = await call({ step, ...(run && { run }) });
    expect(status).toBe(200);
    answers.push(runPlaygroundStep.returns.schema.parse(body));
  }
  return answers;
}

/** A response without `run`, whose encrypted bytes can contain any text by chance. */
function shownText({ run: _run, ...shown }: object & { run?: unknown }): string {
  return JSON.stringify(shown);
}

describe("a playground run", () => {
  it("gets from authorize to a refreshed token through the real endpoints", async () => {
    await install();
    const answers = await walk("authorize", "online_token", "offline_token", "call", "refresh");
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("done"));
    expect(answers.map(({ response }) => response.status)).toEqual([302, 200, 200, 200, 200]);
    expect(answers[0]?.response.headers.location).toContain("code=$CODE&state=");
    expect(answers[4]?.possible_steps).toEqual([
      ...["authorize", "online_token", "offline_token", "call", "refresh"],
    ]);

    const { clientId } = client;
    const events = await db().authorizationEvent.findMany({
      where: { clientId, outcome: "issued" },
      select: { requestId: true },
    });
    const issued = answers.filter(({ step }) => step !== "call").map((answer) => answer.request_id);
    expect(events.map(({ requestId }) => requestId).toSorted()).toEqual(issued.toSorted());
    await flushCalls();
    expect(await db().call.count({ where: { clientId } })).toBe(1);
  });

  it("security 50: never shows a secret, code, token, or session", async () => {
    await mintGrant(client.clientId, organization.companyId, SCOPES);
    await db().client.update({ where: { clientId: client.clientId }, data: { requirePkce: true } });
    const answers = await walk("authorize", "online_token", "offline_token", "call", "refresh");
    expect(answers.at(-1)?.outcome).toBe("done");
    const shown = answers.map(shownText).join("\n");
    expect(shown).not.toMatch(OWN_TOKEN);
    expect(shown).not.toContain(client.clientSecret);
    expect(shown).not.toContain(organization.owner.cookie.split("=")[1]);
    expect(answers[1]?.request.curl).toContain('"code_verifier=$CODE_VERIFIER"');
    expect(answers[2]?.request.curl).toContain(`-u "${client.clientId}:$CLIENT_SECRET"`);
    expect(answers[2]?.response.body).toContain('"access_token": "$ACCESS_TOKEN"');
    expect(answers[3]?.request.curl).toContain("Bearer $ACCESS_TOKEN");
  });

  it("names a rotated refresh token as new and continues with it", async () => {
    await install();
    await db().client.update({
      where: { clientId: client.clientId },
      data: { refreshRotation: "confirm_on_use" },
    });
    const answers = await walk("authorize", "offline_token", "refresh", "refresh", "call");
    expect(answers[2]?.response.body).toContain('"refresh_token": "$NEW_REFRESH_TOKEN"');
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("done"));
  });

  it("stops at consent when the company has not granted the scopes, and grants nothing", async () => {
    const [answer] = await walk("authorize");
    expect(answer?.outcome).toBe("consent_needed");
    expect(answer?.possible_steps).toEqual(["authorize", "consent"]);
    expect(await db().grant.count({ where: { clientId: client.clientId } })).toBe(0);
  });

  it("shows that a replayed code is rejected and its tokens are revoked", async () => {
    await install();
    const answers = await walk("authorize", "offline_token", "offline_token", "call");
    expect(answers[2]).toMatchObject({ outcome: "refused", response: { status: 400 } });
    expect(answers[2]?.message).toContain("400 invalid_grant");
    expect(answers[3]).toMatchObject({ outcome: "refused", response: { status: 401 } });
  });

  it("shows that an unregistered redirect URL is rejected", async () => {
    const { body } = await call({ redirect_uri: "https://elsewhere.example.com/fp/auth" });
    expect(body).toMatchObject({ outcome: "refused", response: { status: 400 }, run: null });
    const found = await db().authorizationEvent.findFirst({
      where: { clientId: client.clientId, requestId: textOf(body.request_id) },
      select: { detail: true },
    });
    expect(found).not.toBeNull();
  });

  it("shows an error that goes to redirect_uri", async () => {
    await db().client.update({
      where: { clientId: client.clientId },
      data: { grantTypes: ["client_credentials"] },
    });
    const [answer] = await walk("authorize");
    expect(answer).toMatchObject({ outcome: "refused", response: { status: 302 } });
    expect(answer?.message).toContain("unauthorized_client");
  });
});

describe("consent in a run", () => {
  async function asked(): Promise<string> {
    const [answer] = await walk("authorize");
    return answer?.run ?? "";
  }

  it("is decided through the consent form and leads to a code", async () => {
    const { body } = await call({ step: "consent", decision: "allow", run: await asked() });
    expect(body).toMatchObject({ outcome: "done", response: { status: 200 } });
    expect(body.possible_steps).toEqual(["authorize", "online_token", "offline_token"]);
    expect(textOf(fieldAt(body, "request.curl"))).toContain('"csrf_token=$CSRF_TOKEN"');
    expect(shownText(body)).not.toMatch(OWN_TOKEN);
    const tokens = await call({ step: "offline_token", run: textOf(body.run) });
    expect(tokens.body.outcome).toBe("done");
  });

  it("security 23: a decision against it grants nothing and is final", async () => {
    const run = await asked();
    const { body } = await call({ step: "consent", decision: "deny", run });
    expect(body).toMatchObject({ outcome: "refused", possible_steps: ["authorize"] });
    const again = await call({ step: "consent", decision: "allow", run });
    expect(again.body).toMatchObject({ outcome: "refused", response: { status: 409 } });
    expect(await db().grant.count({ where: { clientId: client.clientId } })).toBe(0);
  });

  it("security 18: a decision that another site, another person, or a token sends grants nothing", async () => {
    const sent = { step: "consent", decision: "allow", run: await asked() };
    const { token } = await mintManagementToken(organization.organizationId, [
      "organization/clients/write",
    ]);
    const forged = [
      await call(sent, { headers: { origin: "https://evil.test" } }),
      await call(sent, { as: await mintMember(organization.organizationId, "owner") }),
      await call(sent, { as: token, headers: { cookie: organization.owner.cookie } }),
      await call({ ...sent, company_id: (await mintCompany()).companyId }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 400, 400, 404]);
    expect(await db().grant.count({ where: { clientId: client.clientId } })).toBe(0);
  });

  it("needs a decision, and a question that is open", async () => {
    expect((await call({ step: "consent", run: await asked() })).status).toBe(400);
    await install();
    const run = (await walk("authorize"))[0]?.run;
    expect((await call({ step: "consent", decision: "allow", run })).status).toBe(400);
  });

  it("is denied to a person who may not decide for the company", async () => {
    await db().companyMember.updateMany({
      where: { companyId: organization.companyId },
      data: { role: "admin" },
    });
    const run = await asked();
    await db().companyMember.updateMany({
      where: { companyId: organization.companyId },
      data: { role: "staff" },
    });
    const { body } = await call({ step: "consent", decision: "allow", run });
    expect(body).toMatchObject({ outcome: "refused", response: { status: 403 } });
    expect(await db().grant.count({ where: { clientId: client.clientId } })).toBe(0);
  });
});

describe("who may run the playground", () => {
  it("a member outside the company is rejected by authorize", async () => {
    const as = await mintMember(organization.organizationId, "developer");
    const { body } = await call({}, { as });
    expect(body).toMatchObject({ outcome: "refused", response: { status: 403 } });
    expect(body.message).toContain("access_denied");
  });

  it("a token gets as far as sign-in, even next to a member's cookie", async () => {
    await install();
    const { token } = await mintManagementToken(organization.organizationId, [
      "organization/clients/write",
    ]);
    const headers = { cookie: organization.owner.cookie };
    const { status, body } = await call({}, { as: token, headers });
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: "sign_in_needed", run: null });
  });

  it("a company that is not a sandbox returns 404", async () => {
    const { companyId } = await mintCompany();
    const { status, body } = await call({ company_id: companyId });
    expect(status).toBe(404);
    expect(body.message).toContain("not a sandbox");
  });
});

describe("the state between two steps", () => {
  const state = {
    redirectUri: "https://shipfast.example.com/fp/auth",
    state: "a state",
    codeVerifier: null,
    consentId: null,
    code: "a code",
    accessToken: null,
    refreshToken: null,
  };

  function ownerOf(clientId: string, companyId: number) {
    const { organizationId, owner } = organization;
    const caller = { kind: "user" as const, organizationId, userId: owner.userId };
    return { caller: { ...caller, role: "owner" as const }, clientId, companyId };
  }

  it("opens only for the same caller, client, and company", async () => {
    await install();
    const run = (await walk("authorize"))[0]?.run;
    const otherClient = await mintClient(organization.organizationId);
    const sandbox = await mintCompany();
    await db().company.update({ where: { id: sandbox.companyId }, data: { isSandbox: true } });
    const attempts = [
      await call({ step: "offline_token", run }, { params: { client_id: otherClient.clientId } }),
      await call({ step: "offline_token", run, company_id: sandbox.companyId }),
      await call(
        { step: "offline_token", run },
        { as: await mintMember(organization.organizationId, "owner") },
      ),
    ];
    for (const { status, body } of attempts) {
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { path: "run", message: expect.stringContaining("Start again") },
      ]);
    }
    expect((await call({ step: "offline_token", run })).body.outcome).toBe("done");
  });

  it("expires 15 minutes after the last step", () => {
    const owner = ownerOf(client.clientId, organization.companyId);
    const now = Date.now();
    const run = sealRun(owner, state, now - 15 * 60_000 + 1000);
    expect(openRun(owner, run, now)).toEqual(state);
    expect(() => openRun(owner, run, now + 1001)).toThrow("has expired");
  });

  it("does not open when changed, truncated, or made up", () => {
    const owner = ownerOf(client.clientId, organization.companyId);
    const run = sealRun(owner, state);
    const broken = fc.oneof(
      fc.string(),
      fc.nat(run.length - 1).map((length) => run.slice(0, length)),
      fc
        .tuple(fc.nat(run.length - 2), fc.constantFrom("A", "b", "-"))
        .map(([at, other]) => run.slice(0, at) + other + run.slice(at + 1)),
    );
    fc.assert(
      fc.property(broken, (text) => {
        fc.pre(text !== run);
        expect(() => openRun(owner, text)).toThrow("Start again");
      }),
    );
  });

  it("offers and accepts no call when there is no sample API", async () => {
    await install();
    const run = (await walk("authorize", "offline_token")).at(-1)?.run;
    configureTestEnv({ DEMO: "0" });
    try {
      const refreshed = await call({ step: "refresh", run });
      expect(fieldAt(refreshed.body, "possible_steps")).not.toContain("call");
      const { status, body } = await call({ step: "call", run });
      expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "step"]);
    } finally {
      configureTestEnv();
    }
  });

  it.each(["call", "refresh"])("contains nothing for %s before there is a token", async (step) => {
    await install();
    const run = (await walk("authorize"))[0]?.run;
    const { status, body } = await call({ step, run });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("step");
  });

  it.each(["online_token", "offline_token", "call", "refresh"])(
    "is required by %s",
    async (step) => {
      const { status, body } = await call({ step });
      expect(status).toBe(400);
      expect(fieldAt(body, "errors.0.path")).toBe("run");
    },
  );
});
