import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { answerOperation } from "@/lib/api/answer-operation";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { organization as organizationAccess } from "@/lib/operation/access";
import { type LiveFacts, operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { watchOrganizationCalls } from "@/lib/requests/calls/watch-calls";
import {
  type MintedOrganization,
  mintManagementToken,
  mintOrganization,
} from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";

const READ = "organization/clients/read";

let organization: MintedOrganization;
let params: { organization_id: string };

beforeEach(async () => {
  organization = await mintOrganization();
  params = { organization_id: organization.organizationId };
});

it("an operation that creates something does so once per idempotency key", async () => {
  const create = () =>
    callRoute(createClient, {
      params,
      as: organization.owner,
      body: { meta: { name: "Shipfast" } },
      headers: { "idempotency-key": "a" },
    });
  const [first, second] = [await create(), await create()];
  expect(second.body).toEqual(first.body);
  expect(await db().client.count({ where: { organizationId: organization.organizationId } })).toBe(
    1,
  );
});

it("the denial of a token is in the failure log of its client, and that of a person in none", async () => {
  const { token, client } = await mintManagementToken(organization.organizationId, []);
  const ofToken = await callRoute(listClients, { params, as: token });
  expect(ofToken.status).toBe(403);
  const events = await db().authorizationEvent.findMany({ where: { clientId: client.clientId } });
  expect(events).toMatchObject([{ kind: "bearer", check: "access_token_scope" }]);
  const { owner } = await mintOrganization();
  const ofPerson = await callRoute(listClients, { params, as: owner });
  expect(ofPerson.status).toBe(404);
  const requestId = String(ofPerson.body.request_id);
  expect(await db().authorizationEvent.count({ where: { requestId } })).toBe(0);
});

/** What a live operation receives. */
async function watch(token: string) {
  const seen: LiveFacts[] = [];
  const { method, path: template, params: ofOrganization } = watchOrganizationCalls;
  const handler = answerOperation(
    operation({
      id: "watch",
      route: `${method} ${template}`,
      access: organizationAccess("clients:read"),
      summary: "Watch",
      description: "Watches.",
      tag: "Test",
      params: ofOrganization,
      returns: events(z.object({}), "Events."),
      async run(context) {
        seen.push(context);
        return async function* () {};
      },
    }),
  );
  const path = watchOrganizationCalls.path.replace("{organization_id}", params.organization_id);
  const headers = { authorization: `Bearer ${token}` };
  const response = await handler(new Request(env().baseUrl + path, { headers }));
  await response.body?.cancel();
  return seen[0];
}

it("a live operation may go on until its caller loses the permission or the token ends", async () => {
  const { organizationId } = organization;
  const { token, client } = await mintManagementToken(organizationId, [READ]);
  const where = { clientId: client.clientId };
  const context = await watch(token);
  await expect(context?.authorizeAgain()).resolves.toBeUndefined();
  await db().client.update({ where, data: { scopes: [] } });
  await expect(context?.authorizeAgain()).rejects.toMatchObject({ code: "insufficient_scope" });
  await db().client.update({ where, data: { deletedAt: new Date() } });
  await expect(context?.authorizeAgain()).rejects.toMatchObject({ code: "invalid_token" });
});
