import { collectionSchema } from "@usebruno/schema";
import { Collection } from "postman-collection";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as downloadBruno } from "@/app/docs/bruno.json/route";
import { GET as downloadPostman } from "@/app/docs/postman.json/route";
import { env } from "@/lib/env";
import { contracts, operations } from "@/lib/http/operations";

const operationCount = contracts.length + operations.length;

describe("the Postman collection", () => {
  let collection: Collection;

  beforeAll(async () => {
    collection = new Collection(await downloadPostman().json());
  });

  it("contains every operation at this installation's address", () => {
    const addresses: string[] = [];
    collection.forEachItem(({ request }) => addresses.push(request.url.toString()));
    expect(addresses).toHaveLength(operationCount);
    expect(collection.variables.get("base_url")).toBe(env().baseUrl);
    for (const address of addresses) expect(address).toMatch(/^\{\{base_url\}\}\//);
  });

  it("has a variable for every path parameter", () => {
    collection.forEachItem(({ request }) => {
      for (const part of request.url.path ?? []) {
        if (!part.startsWith(":")) continue;
        const value = request.url.variables.get(part.slice(1));
        expect(value).toBe(`{{${part.slice(1)}}}`);
        expect(collection.variables.has(part.slice(1))).toBe(true);
      }
    });
  });

  it("sends bodies that the operations' schemas accept", () => {
    const bodies = new Map<string, string>();
    collection.forEachItem(({ name, request }) => {
      if (request.body?.mode === "raw") bodies.set(name, request.body.raw ?? "");
    });
    for (const { body, summary } of contracts) {
      if (!body) continue;
      const sent: unknown = JSON.parse(bodies.get(summary) ?? "null");
      const parsed = body.safeParse(sent);
      expect(parsed.error?.issues ?? [], summary).toEqual([]);
    }
  });
});

describe("the Bruno collection", () => {
  let text: string;

  beforeAll(async () => {
    text = await downloadBruno().text();
  });

  it("is valid for Bruno", async () => {
    await expect(collectionSchema.validate(asImported(JSON.parse(text)))).resolves.toBeTruthy();
  });

  it("contains every operation", () => {
    expect(text.match(/"type": "http"/g)).toHaveLength(operationCount);
  });

  it("marks secret variables so that Bruno writes them to no file", () => {
    const secret = text.match(/"name": "\w+",(?=[^}]*"secret": true)/g);
    expect(secret).toEqual(['"name": "api_secret",', '"name": "access_token",']);
  });
});

const UID = "abcdefghijklmnopqrstu";

// What Bruno's importer does first: gives everything an id and requests their inner name.
function asImported(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asImported);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, asImported(part)]);
  const copy: Record<string, unknown> = Object.fromEntries(parts);
  if (copy.type === "http") copy.type = "http-request";
  return "name" in copy ? { uid: UID, ...copy } : copy;
}
