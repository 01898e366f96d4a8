import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { openRun, sealRun } from "@/lib/developer-tools/playground/consent-steps";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
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

const STEPS = ["authorize", "online_token", "offline_token", "call", "refresh"];

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
  run?: string | null | undefined;
};

function call(sent: StepBody, more: Partial<RouteCall> = {}): Promise<RouteAnswer> {
  const { organizationId, companyId, owner } = organization;
  const { run, ...fields } = sent;
  return callRoute(runPlaygroundStep, {
    as: owner,
    body: { company_id: companyId, step: "authorize", ...fields, ...(run && { run }) },
    ...more,
    params: { organization_id: organizationId, client_id: client.clientId, ...more.params },
  });
}

const install = () => mintGrant(client.clientId, organization.companyId, SCOPES);
const changeClient = (data: Prisma.ClientUncheckedUpdateInput) =>
  db().client.update({ where: { clientId: client.clientId }, data });
const countGrants = () => db().grant.count({ where: { clientId: client.clientId } });

type Exchange = z.output<typeof runPlaygroundStep.returns.schema>;

/** Runs these steps in order and returns their responses. */
async function walk(...steps: string[]): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (const step of steps) {
    const { status, body } = await call({ step, run: answers.at(-1)?.run });
    expect(status).toBe(200);
    answers.push(runPlaygroundStep.returns.schema.parse(body));
  }
  return answers;
}

/** The state after these steps. */
const runAfter = async (...steps: string[]) => (await walk(...steps)).at(-1)?.run;

/** A response without `run`, whose encrypted bytes can contain any text by chance. */
function shownText({ run: _run, ...shown }: object & { run?: unknown }): string {
  return JSON.stringify(shown);
}

describe("a playground run", () => {
  it("security 50: gets to a refreshed token through the real endpoints, and shows nothing secret", async () => {
    await install();
    await changeClient({ requirePkce: true });
    const answers = await walk(...STEPS);
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("done"));
    expect(answers.map(({ response }) => response.status)).toEqual([302, 200, 200, 200, 200]);
    expect(answers[0]?.response.headers.location).toContain("code=$CODE&state=");
    expect(answers[4]?.possible_steps).toEqual(STEPS);
    const { clientId } = client;
    const where = { clientId, outcome: "issued" as const };
    const events = await db().authorizationEvent.findMany({ where });
    const issued = answers.filter(({ step }) => step !== "call").map((answer) => answer.request_id);
    expect(events.map(({ requestId }) => requestId).toSorted()).toEqual(issued.toSorted());
    await flushCalls();
    expect(await db().call.count({ where: { clientId } })).toBe(1);
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
    await changeClient({ refreshRotation: "confirm_on_use" });
    const answers = await walk("authorize", "offline_token", "refresh", "refresh", "call");
    expect(answers[2]?.response.body).toContain('"refresh_token": "$NEW_REFRESH_TOKEN"');
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill("done"));
  });

  it("shows an error on our page, which is also in the failure log, and one that goes to redirect_uri", async () => {
    const redirect_uri = "https://elsewhere.example.com/fp/auth";
    const { body } = await call({ redirect_uri });
    expect(body).toMatchObject({ outcome: "refused", response: { status: 400 }, run: null });
    const where = { clientId: client.clientId, requestId: textOf(body.request_id) };
    expect(await db().authorizationEvent.count({ where })).toBe(1);
    await changeClient({ grantTypes: ["client_credentials"] });
    const [answer] = await walk("authorize");
    expect(answer).toMatchObject({ outcome: "refused", response: { status: 302 } });
    expect(answer?.message).toContain("unauthorized_client");
  });
});

describe("consent in a run", () => {
  it("is needed for scopes that are not granted, is decided through its form, and leads to a code", async () => {
    const [answer] = await walk("authorize");
    expect(answer?.outcome).toBe("consent_needed");
    expect(answer?.possible_steps).toEqual(["authorize", "consent"]);
    expect(await countGrants()).toBe(0);
    const { body } = await call({ step: "consent", decision: "allow", run: answer?.run });
    expect(body).toMatchObject({ outcome: "done", response: { status: 200 } });
    expect(body.possible_steps).toEqual(["authorize", "online_token", "offline_token"]);
    expect(textOf(fieldAt(body, "request.curl"))).toContain('"csrf_token=$CSRF_TOKEN"');
    expect(shownText(body)).not.toMatch(OWN_TOKEN);
    const tokens = await call({ step: "offline_token", run: textOf(body.run) });
    expect(tokens.body.outcome).toBe("done");
  });

  it("security 23: a decision against it grants nothing and is final", async () => {
    const run = await runAfter("authorize");
    const { body } = await call({ step: "consent", decision: "deny", run });
    expect(body).toMatchObject({ outcome: "refused", possible_steps: ["authorize"] });
    const again = await call({ step: "consent", decision: "allow", run });
    expect(again.body).toMatchObject({ outcome: "refused", response: { status: 409 } });
    expect(await countGrants()).toBe(0);
  });

  it("security 18: a decision that another site, another person, or a token sends grants nothing", async () => {
    const { organizationId, owner } = organization;
    const sent = { step: "consent", decision: "allow", run: await runAfter("authorize") };
    const { token } = await mintManagementToken(organizationId, ["organization/clients/write"]);
    const forged = [
      await call(sent, { headers: { origin: "https://evil.test" } }),
      await call(sent, { as: await mintMember(organizationId, "owner") }),
      await call(sent, { as: token, headers: { cookie: owner.cookie } }),
      await call({ ...sent, company_id: (await mintCompany()).companyId }),
    ];
    expect(forged.map(({ status }) => status)).toEqual([403, 400, 400, 404]);
    expect(await countGrants()).toBe(0);
  });

  it("needs a decision, and a question that is open", async () => {
    const run = await runAfter("authorize");
    expect((await call({ step: "consent", run })).status).toBe(400);
    await install();
    const granted = { step: "consent", decision: "allow", run: await runAfter("authorize") };
    expect((await call(granted)).status).toBe(400);
  });

  it("is denied to a person who may not decide for the company", async () => {
    const run = await runAfter("authorize");
    const { companyId } = organization;
    await db().companyMember.updateMany({ where: { companyId }, data: { role: "staff" } });
    const { body } = await call({ step: "consent", decision: "allow", run });
    expect(body).toMatchObject({ outcome: "refused", response: { status: 403 } });
    expect(await countGrants()).toBe(0);
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
    const { organizationId, owner } = organization;
    const { token } = await mintManagementToken(organizationId, ["organization/clients/write"]);
    const { status, body } = await call({}, { as: token, headers: { cookie: owner.cookie } });
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
    code: "a code",
    codeVerifier: null,
    consentId: null,
    accessToken: null,
    refreshToken: null,
  };

  function runOwner() {
    const { organizationId, owner, companyId } = organization;
    const { userId } = owner;
    const caller = { kind: "user", organizationId, userId, role: "owner" } as const;
    return { caller, clientId: client.clientId, companyId };
  }

  it("opens only for the same caller, client, and company", async () => {
    await install();
    const { organizationId } = organization;
    const step = { step: "offline_token", run: await runAfter("authorize") };
    const { clientId: client_id } = await mintClient(organizationId);
    const { companyId: company_id } = await mintCompany();
    await db().company.update({ where: { id: company_id }, data: { isSandbox: true } });
    for (const { status, body } of [
      await call(step, { params: { client_id } }),
      await call({ ...step, company_id }),
      await call(step, { as: await mintMember(organizationId, "owner") }),
    ]) {
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([
        { path: "run", message: expect.stringContaining("Start again") },
      ]);
    }
    expect((await call(step)).body.outcome).toBe("done");
  });

  it("expires 15 minutes after the last step", () => {
    const now = Date.now();
    const run = sealRun(runOwner(), state, now - 15 * 60_000 + 1000);
    expect(openRun(runOwner(), run, now)).toEqual(state);
    expect(() => openRun(runOwner(), run, now + 1001)).toThrow("has expired");
  });

  it("does not open when changed, truncated, or made up", () => {
    const run = sealRun(runOwner(), state);
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
        expect(() => openRun(runOwner(), text)).toThrow("Start again");
      }),
    );
  });

  it("offers and accepts no call when there is no sample API", async () => {
    await install();
    const run = await runAfter("authorize", "offline_token");
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

  it("is required by each step but the first, and contains a token for a call and a refresh", async () => {
    await install();
    const pathFor = async (step: string, run?: string | null) =>
      fieldAt((await call({ step, run })).body, "errors.0.path");
    for (const step of STEPS.slice(1)) expect(await pathFor(step)).toBe("run");
    const run = await runAfter("authorize");
    for (const step of ["call", "refresh"]) expect(await pathFor(step, run)).toBe("step");
  });
});
