import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { requireDecider } from "@/lib/consent/may-consent";
import { newId } from "@/lib/core/crypto/ids";
import { company, organization, ownKeyOrPlatform, platform, seller } from "@/lib/operation/access";
import { type CallContext, operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json, value } from "@/lib/operation/returns";
import { sellerOf } from "@/test/factories/page-callers";

const returns = json(z.object({ done: z.boolean() }), "What was done.");
const DONE = { body: { done: true } };
const run = vi.fn(async () => DONE);
const texts = { summary: "Do it", description: "Does it.", tag: "Test", returns, run };

beforeEach(() => void run.mockClear());

const ofOrganization = operation({
  ...texts,
  id: "ofOrganization",
  request: { route: "POST /organization" },
  access: organization("clients:write"),
});
const ofPlatform = operation({
  ...texts,
  id: "ofPlatform",
  request: { route: "POST /platform" },
  access: platform("directory:write"),
});
const ofCompany = operation({
  ...texts,
  id: "ofCompany",
  request: { route: "POST /company/{company_id}", params: z.object({ company_id: z.int() }) },
  access: company("directory:read"),
});
const ofOwnKey = operation({
  ...texts,
  id: "ofOwnKey",
  request: { route: "POST /keys/{client_id}", params: z.object({ client_id: z.string() }) },
  access: ownKeyOrPlatform("keys:write"),
});

const member = (role: "developer" | "auditor") =>
  ({ kind: "user", organizationId: newId(), userId: newId(), role }) as const;
const serviceKey = (scopes: string[]) =>
  ({ kind: "service_key", keyId: "key", secretId: "secret", scopes }) as const;

describe("perform", () => {
  it("is the only way to run an operation: the type of a context has a mark that nothing else makes", () => {
    const attempts = (context: CallContext<"organization">) => {
      const { run: code } = ofOrganization;
      const alias = ofOrganization.run;
      // @ts-expect-error The context was not authorized.
      void ofOrganization.run(context);
      // @ts-expect-error The same for a destructured method, …
      void code(context);
      // @ts-expect-error … and for an alias.
      void alias(context);
    };
    expect(attempts).toBeTypeOf("function");
  });

  it("security 123: does not run an operation for an address with NUL, wherever it was read", async () => {
    const params = { client_id: "a\0b" };
    const caller = { kind: "shell" } as const;
    const notFound = { code: "not_found" };
    await expect(perform(ofOwnKey, { caller, params })).rejects.toMatchObject(notFound);
    const ofPage = operation({
      id: "ofPage",
      access: platform("directory:read"),
      request: { query: z.object({ search: z.string() }) },
      returns: value<object>(),
      run,
    });
    const query = { search: "\0" };
    await expect(perform(ofPage, { caller, query })).rejects.toMatchObject(notFound);
    expect(run).not.toHaveBeenCalled();
  });

  it("runs an operation for a caller with its permission", async () => {
    expect(await perform(ofOrganization, { caller: member("developer") })).toEqual(DONE);
    const directory = serviceKey(["platform/directory/write"]);
    expect(await perform(ofPlatform, { caller: directory })).toEqual(DONE);
  });

  it.each([
    ["a member without it", () => perform(ofOrganization, { caller: member("auditor") })],
    ["a service key without it", () => perform(ofPlatform, { caller: serviceKey([]) })],
    [
      "a service key without it, for any company",
      () => perform(ofCompany, { caller: serviceKey([]), params: { company_id: 1 } }),
    ],
    [
      "a service key that names another one",
      () => perform(ofOwnKey, { caller: serviceKey([]), params: { client_id: "other" } }),
    ],
  ])("never reaches the code of an operation for %s", async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ status: 403 });
    expect(run).not.toHaveBeenCalled();
  });

  it("never reaches the code of an operation about a company for a person of another one", async () => {
    const caller = { kind: "seller", userId: newId(), companyId: 1 } as const;
    const other = perform(ofCompany, { caller, params: { company_id: 2 } });
    await expect(other).rejects.toMatchObject({ status: 404 });
    expect(run).not.toHaveBeenCalled();
    const own = perform(ofCompany, { caller, params: { company_id: 1 } });
    expect(await own).toEqual(DONE);
  });

  it("lets a service key use an operation on itself that says so", async () => {
    const call = { caller: serviceKey([]), params: { client_id: "key" } };
    expect(await perform(ofOwnKey, call)).toEqual(DONE);
  });
});

it("checks the rule of a read that only a page performs", async () => {
  const ofSeller = operation({
    id: "ofSeller",
    access: seller(requireDecider),
    returns: value<{ body: { done: boolean } }>(),
    run,
  });
  const caller = sellerOf(1);
  expect(await perform(ofSeller, { caller })).toEqual(DONE);
  run.mockClear();
  const staff = { ...caller, company: { ...caller.company, role: "staff" as const } };
  await expect(perform(ofSeller, { caller: staff })).rejects.toMatchObject({ status: 403 });
  expect(run).not.toHaveBeenCalled();
});

it("an operation cannot be changed", () => {
  expect(Object.isFrozen(ofOrganization)).toBe(true);
});
