import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env/env";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { company, organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { parseInput } from "@/lib/operation/parse-input";
import { json } from "@/lib/operation/returns";

const texts = {
  summary: "Change it",
  description: "Changes it.",
  tag: "Test",
  returns: json(z.object({ done: z.boolean() }), "What was done."),
  run: async () => ({ body: { done: true } }),
};

const ofOrganization = operation({
  ...texts,
  id: "changeOfOrganization",
  request: {
    route: "PATCH /organization/{organization_id}",
    params: z.object({ organization_id: idSchema }),
    body: z.strictObject({
      name: z.string().optional(),
      rules: z.array(z.strictObject({ path: z.string() })).optional(),
      tokens: z.strictObject({ lifetime: z.int() }).optional(),
      rotation: z.strictObject({ overlap: z.int().default(1) }).default({ overlap: 1 }),
    }),
  },
  access: organization("clients:write"),
});

const ofCompany = operation({
  ...texts,
  id: "readOfCompany",
  request: {
    route: "GET /company/{company_id}",
    params: z.object({ company_id: z.coerce.number().int() }),
  },
  access: company("directory:read"),
});

const parse = (body: object) =>
  parseInput(
    ofOrganization,
    new Request(`${env().baseUrl}/organization`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    { organization_id: newId() },
  );

describe("an unknown field", () => {
  it.each([
    [{ nam: "x" }, "nam", "is not a field of this request. Did you mean name?"],
    [{ tokens: { lifetim: 1, lifetime: 1 } }, "tokens.lifetim", /Did you mean lifetime\?$/],
    [{ rotation: { overlapp: 1 } }, "rotation.overlapp", /Did you mean overlap\?$/],
    [{ rules: [{ path: "/", pat: "/" }] }, "rules.0.pat", "is not a field of this request"],
    [{ tokens: { zzzzzzzz: 1, lifetime: 1 } }, "tokens.zzzzzzzz", /of this request$/],
  ])("of %j is named, with the field that was meant", async (body, path, message) => {
    await expect(parse(body)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ path, message: expect.stringMatching(message) }],
    });
  });
});

describe("a request without a body", () => {
  const overlap = z.int().default(1);
  const post = (body: z.ZodObject) =>
    operation({
      ...texts,
      id: "rotateIt",
      request: { route: "POST /organization", body },
      access: organization("clients:write"),
    });
  const send = (method: string, headers = {}, body: string | null = null) =>
    new Request(`${env().baseUrl}/organization`, { method, headers, body });

  it("is a POST with no fields, if all are optional", async () => {
    const optional = post(z.strictObject({ overlap, name: z.string().optional() }));
    const typed = { "content-type": "application/json" };
    for (const request of [send("POST"), send("POST", typed), send("POST", {}, "")]) {
      expect((await parseInput(optional, request, {})).body).toEqual({ overlap: 1 });
    }
    const other = send("POST", { "content-type": "text/plain" }, "overlap=2");
    await expect(parseInput(optional, other, {})).rejects.toMatchObject({ status: 415 });
  });

  it("gets 415 for a POST with a required field, and for a PATCH, which would change nothing", async () => {
    const required = post(z.strictObject({ overlap, name: z.string() }));
    await expect(parseInput(required, send("POST"), {})).rejects.toMatchObject({ status: 415 });
    const change = parseInput(ofOrganization, send("PATCH"), { organization_id: newId() });
    await expect(change).rejects.toMatchObject({ status: 415 });
  });
});

describe("security 123: of many mistakes, the first ten are explained and the others counted", () => {
  const names = Array.from({ length: 4_000 }, (_, index) => `field${index}`);
  const queryOf = (few: string[]) => new Request(`${env().baseUrl}/company?${few.join("&")}`);

  it.each<[where: string, attempt: () => Promise<unknown>, path: string, message: RegExp]>([
    [
      "fields that do not exist",
      () => parse(Object.fromEntries(names.map((name) => [name, 1]))),
      "field9",
      /^field0: is not a field of this request \(and 3999 more; errors has the first 10\)$/,
    ],
    [
      "entries of a list",
      () => parse({ rules: names }),
      "rules.9",
      /^rules\.0: must be an object \(and 3999 more; errors has the first 10\)$/,
    ],
    [
      "query parameters that do not exist",
      () => parseInput(ofCompany, queryOf(names.slice(0, 500)), { company_id: 1 }),
      "field9",
      /\(and 499 more; errors has the first 10\)$/,
    ],
  ])("in %s", async (_where, attempt, path, message) => {
    await expect(attempt()).rejects.toMatchObject({
      message: expect.stringMatching(message),
      fields: { length: 10, 9: { path } },
    });
  });
});

it("a malformed id in the path is not found where ids are ours, and invalid where the caller chooses", async () => {
  const request = new Request(`${env().baseUrl}/company`);
  const ours = parseInput(ofOrganization, request, { organization_id: "x" });
  await expect(ours).rejects.toMatchObject({ code: "not_found" });
  const chosen = parseInput(ofCompany, request, { company_id: "x" });
  await expect(chosen).rejects.toMatchObject({ code: "invalid_request" });
});
