import { expect, it } from "vitest";
import { clientSteps, stepsDone } from "@/components/clients/first-steps";
import type { ClientImpact } from "@/lib/clients/impact/schemas";

const scopesOf = (permissions: string[]) => ({ type: "company", permissions, grants: [] });
const NEW = { redirect_urls: [], scopes: scopesOf([]), last_used_at: null };
const UNUSED = {
  companies: { total: 0, latest: [] },
  live_tokens: { offline: 0, online: 0, client_credentials: 0, refresh: 0 },
  calls_7_days: 0,
  last_call_at: null,
  last_token_at: null,
};
const CALLED_AT = "2026-11-24T12:00:00.000Z";

const done = (client: Parameters<typeof clientSteps>[0], impact: ClientImpact) =>
  clientSteps(client, impact, "/client").flatMap(({ name, isDone }) => (isDone ? [name] : []));

it("a new client has five steps to do", () => {
  expect(clientSteps(NEW, UNUSED, "/client")).toHaveLength(5);
  expect(done(NEW, UNUSED)).toEqual([]);
});

it("each step is done once its traffic was seen", () => {
  const client = { redirect_urls: ["a"], scopes: scopesOf(["a"]), last_used_at: CALLED_AT };
  const installed = { ...UNUSED, companies: { total: 1, latest: [] } };
  expect(done(client, installed)).toEqual(["redirectUrl", "scopes", "secret", "company"]);
});

it("after the first call there are no steps, even if the only company removes the client", () => {
  expect(clientSteps(NEW, { ...UNUSED, last_call_at: CALLED_AT }, "/client")).toEqual([]);
});

it("a script is connected once it has its first token", () => {
  const last_token_at = CALLED_AT;
  expect(stepsDone(true, NEW, UNUSED).run).toBe(false);
  expect(stepsDone(true, NEW, { ...UNUSED, last_token_at }).run).toBe(true);
  expect(stepsDone(false, NEW, { ...UNUSED, last_token_at }).run).toBe(false);
});
