import { expect, it } from "vitest";
import type { ClientImpactView } from "@/components/clients/client-views";
import { clientSteps } from "@/components/clients/first-steps";

const NEW = { redirectUrls: [], scopes: [], lastUsedAt: null };
const UNUSED = {
  companies: { total: 0, latest: [] },
  liveTokens: { offline: 0, online: 0, clientCredentials: 0, refresh: 0 },
  lastCallAt: null,
  lastTokenAt: null,
};
const CALLED_AT = "2026-11-24T12:00:00.000Z";

const done = (client: Parameters<typeof clientSteps>[0], impact: ClientImpactView) =>
  clientSteps(client, impact, "/client").flatMap(({ name, isDone }) => (isDone ? [name] : []));

it("a new client has five steps to do", () => {
  expect(clientSteps(NEW, UNUSED, "/client")).toHaveLength(5);
  expect(done(NEW, UNUSED)).toEqual([]);
});

it("each step is done once its traffic was seen", () => {
  const client = { redirectUrls: ["https://a.example"], scopes: ["a"], lastUsedAt: CALLED_AT };
  const installed = { ...UNUSED, companies: { total: 1, latest: [] } };
  expect(done(client, installed)).toEqual(["redirectUrl", "scopes", "secret", "company"]);
});

it("after the first call there are no steps, even if the only company removes the client", () => {
  expect(clientSteps(NEW, { ...UNUSED, lastCallAt: CALLED_AT }, "/client")).toEqual([]);
});
