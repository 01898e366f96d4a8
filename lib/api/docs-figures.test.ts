import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { buildOpenApi } from "@/lib/api/describe-api";
import { endpoints } from "@/lib/api/endpoints";
import { createClientSchema } from "@/lib/clients/input-schemas";
import { getManifest } from "@/lib/clients/read-clients";
import { perform } from "@/lib/operation/perform";
import { CONSOLE } from "@/lib/platform/values";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/people/values";
import { mintClient, mintOrganization } from "@/test/factories/mint";

const docs = (name: string) => readFile(`docs/${name}.md`, "utf8");

let managementApi: string;

beforeAll(async () => {
  managementApi = (await docs("management-api")).replaceAll(/\s+/g, " ");
});

describe("docs/management-api.md", () => {
  it("shows a manifest with every field that manifests have", async () => {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const caller = { kind: "user", organizationId, userId: owner.userId, role: "owner" } as const;
    const { body } = await perform(getManifest, { params: { client_id: clientId }, caller });
    const [, example = ""] = /(\{ "latchkey_manifest".*?\}) ```/.exec(managementApi) ?? [];
    expect(Object.keys(JSON.parse(example)).toSorted()).toEqual(Object.keys(body).toSorted());
  });

  it("states the limits of a client's fields", () => {
    const limits =
      /name has at most ([\d,]+) characters, and a description ([\d,]+)\. A client has at most (\d+) tags of (\d+) characters, (\d+) redirect URLs, and (\d+) scopes of (\d+) characters/;
    const [, ...stated] = limits.exec(managementApi) ?? [];
    const [name, description, tags, tag, urls, scopes, scope] = stated.map((limit) =>
      Number(limit.replace(",", "")),
    );
    const most = { name, description, tags, tag, urls, scopes, scope };
    /** Whether a client of this size can be created. */
    const fits = (sizes: { [field: string]: number | undefined }) => {
      const of = { ...most, ...sizes };
      const list = (length: number | undefined, item: (n: number) => string) =>
        Array.from({ length: length ?? 0 }, (_, n) => item(n));
      return createClientSchema.safeParse({
        meta: {
          name: "n".repeat(of.name ?? 0),
          description: "d".repeat(of.description ?? 0),
          tags: list(of.tags, (n) => String(n).padStart(of.tag ?? 0, "t")),
        },
        redirect_urls: list(of.urls, (n) => `https://shipfast.example.com/${n}`),
        scopes: { permissions: list(of.scopes, (n) => String(n).padStart(of.scope ?? 0, "s")) },
      }).success;
    };
    expect(fits({})).toBe(true);
    for (const [field, size] of Object.entries(most)) {
      expect(fits({ [field]: (size ?? 0) + 1 }), field).toBe(false);
    }
  });

  it("states how many open invitations there may be", () => {
    expect(managementApi).toContain(`at most ${MAX_OPEN_INVITATIONS} open invitations`);
  });
});

it("docs/directory.md names every part of the operators' API", async () => {
  const text = await docs("directory");
  const parts = Object.values(endpoints)
    .filter(({ path }) => path.startsWith(`${CONSOLE}/`) && !path.startsWith(`${CONSOLE}/oauth/`))
    .map(({ path }) => /\/(owner-invitations|memberships)$/.exec(path)?.[1] ?? path.split("/")[6]);
  expect(parts.length).toBeGreaterThan(10);
  for (const part of new Set(parts)) expect(text).toContain(`\`${part}\``);
});

it("docs/extensions.md states the version of the API, which every path of a service contains", async () => {
  const source = { endpoints, clusterUrl: "https://auth.example.com", sessionCookie: "session" };
  const { info, paths } = buildOpenApi(source);
  expect(await docs("extensions")).toContain(`its version, \`v${info.version}\``);
  const withoutVersion = Object.keys(paths ?? {}).filter(
    (path) => path.startsWith("/service/") && !path.includes(`/v${info.version}/`),
  );
  expect(withoutVersion).toEqual([]);
});
