import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typeCommand } from "@/test/process/type-command";

const RULES = [
  { methods: ["GET"], path: "/products", any: ["company/products/read", "company/products/write"] },
  {
    methods: ["PUT"],
    path: "/company/{company_id}/orders",
    all: ["company/orders/read", "company/ordrs/write"],
    company: true,
  },
];

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gate-check-"));
  file = join(folder, "rules.json");
  await writeFile(file, JSON.stringify({ rules: RULES }));
});
afterAll(() => rm(folder, { recursive: true }));

const gateCheck = (...args: string[]) => typeCommand(["gate", "check", ...args]);

describe("latchkey gate check", () => {
  it("accepts a valid file and warns of scopes that the catalogue lacks", async () => {
    const { status, stdout } = await gateCheck(file);
    expect(status).toBe(0);
    expect(stdout).toContain("is valid. It has 2 rules.");
    expect(stdout.match(/Warning: \S+/g)).toEqual(["Warning: company/ordrs/write"]);
  });

  it.each<[string, string[], string]>([
    ["an allowed call", ["GET /products/", "--scopes", "company/products/write"], "Allowed."],
    [
      "a call without a rule",
      ["GET /customers"],
      "no rule\nDenied. The gate has no rule for this method and path.",
    ],
    [
      "a path that is read in several ways",
      ["GET /products/..%2f"],
      "no rule\nDenied. The gate does not let this path through",
    ],
    [
      "missing scopes",
      ["GET /products", "--scopes", "company/orders/read"],
      "Denied. This call needs one of company/products/read, company/products/write; the token has company/orders/read.",
    ],
    [
      "another company",
      ["PUT /company/7/orders", "--company", "8"],
      "rule 2, /company/{company_id}/orders\nDenied. The path is about company 7, but the access token is for company 8.",
    ],
    [
      "another company in the query",
      ["PUT /company/7/orders?company_id=8", "--company", "7"],
      "Denied. The query names a company.",
    ],
  ])("says what the gate decides about %s", async (_what, [call = "", ...token], decision) => {
    const { status, stdout } = await gateCheck(file, "--call", call, ...token);
    expect(stdout).toContain(decision);
    expect(status).toBe(decision === "Allowed." ? 0 : 1);
  });

  it("allows the calls of docs/gateway.md with the rules of that page", async () => {
    const text = await readFile("docs/gateway.md", "utf8");
    const [, rules = ""] = /^```json\n(\{\n {2}"rules".*?)^```$/ms.exec(text) ?? [];
    const documented = join(folder, "documented.json");
    await writeFile(documented, rules);
    const calls = [...text.matchAll(/gate check rules\.json --call "([^"]+)" (.*)$/gm)];
    expect(calls).toHaveLength(2);
    for (const [, call = "", token = ""] of calls) {
      const { stdout } = await gateCheck(documented, "--call", call, ...token.split(" "));
      expect(stdout).toContain("Allowed.");
    }
  });

  it("names what is wrong with an invalid file", async () => {
    const broken = join(folder, "broken.json");
    await writeFile(broken, JSON.stringify({ rules: [{ methods: ["get"], path: "/x" }] }));
    const { status, stderr } = await gateCheck(broken);
    expect(status).toBe(1);
    expect(stderr).toContain(`${broken}: Rule 1: methods.0 must be a method in upper case`);
  });

  it.each([
    ["without a file", []],
    ["with an unknown option", ["rules.json", "--scope", "a"]],
    ["with a call that has no path", ["FILE", "--call", "GET"]],
    ["with a company that is not an id", ["FILE", "--call", "GET /x", "--company", "acme"]],
  ])("exits with 1 and says how to correct the command, %s", async (_what, args) => {
    const { status, stderr } = await gateCheck(
      ...args.map((each) => (each === "FILE" ? file : each)),
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^(Usage|Unknown option|--call must be|--company must be)/);
  });
});
