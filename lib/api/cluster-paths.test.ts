import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";

const platform = await readFile("docs/platform.md", "utf8");
const gateway = await readFile("docs/gateway.md", "utf8");

/** The table of docs/platform.md, which the other lists repeat. */
const documented = found(platform, /^\| `(\/\S+\/)` \|/gm);

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, path = ""]) => path).toSorted();
}

function block(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? "";
}

const isListed = (path: string) => documented.some((prefix) => path.startsWith(prefix));

describe("the paths that a platform sends to Latchkey", () => {
  it("contain every endpoint except the sample API, and no path without one", () => {
    const served = [
      ...endpoints.map(({ path }) => path).filter((path) => path.startsWith("/service/")),
      "/.well-known/oauth-authorization-server/service",
    ];
    const isSample = (path: string) => path.startsWith("/service/application/");
    expect(served.filter((path) => !isListed(path) && !isSample(path))).toEqual([]);
    expect(served.filter((path) => isListed(path) && isSample(path))).toEqual([]);
    const unused = documented.filter((prefix) => !served.some((path) => path.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  const LOCATION = /^\s*location (\/\S+\/)\s+\{/gm;
  const lists: [where: string, file: string, paths: (text: string) => string[]][] = [
    ["nginx", "docs/platform.md", (text) => found(block(text, /```nginx\n(.*?)```/s), LOCATION)],
    ["nginx", "examples/gateway/nginx.conf.template", (text) => found(text, LOCATION)],
    [
      "Caddy",
      "examples/gateway/Caddyfile",
      (text) => found(block(text, /^\s*@latchkey path (.*)$/m), /(\S+\/)\*/g),
    ],
    ["Traefik", "examples/gateway/traefik.yaml", (text) => found(text, /PathPrefix\(`(\/.+?)`\)/g)],
    [
      "the example platform",
      "examples/platform/src/forward-to-latchkey.mjs",
      (text) => found(block(text, /LATCHKEY_PATHS = \[(.*?)\]/s), /"(\S+)"/g),
    ],
  ];
  it.each(lists)("are the same for %s in %s as in docs/platform.md", async (_for, file, paths) => {
    expect(paths(await readFile(file, "utf8"))).toEqual(documented);
  });

  it("are the same for Envoy in examples/gateway/envoy.yaml", async () => {
    const envoy = await readFile("examples/gateway/envoy.yaml", "utf8");
    const pattern = new RegExp(`^${block(envoy, /^\s*regex: (.*)$/m)}$`);
    const otherPaths = [
      "/service/application/catalog/v1.0/products/",
      "/service/platform/order/v1.0/x",
    ];
    expect([...documented, ...otherPaths].filter((path) => pattern.test(`${path}x`))).toEqual(
      documented,
    );
  });

  it("contain those of the SDKs that docs/gateway.md sends to Latchkey, and no others", () => {
    const [, sdkTable = ""] = gateway.split("## Which SDK path goes where");
    const rows = [...sdkTable.matchAll(/^\| (?:other )?`(\/\S+)`.*\| ([^|]+) \|$/gm)];
    const sdk = rows.map(([, path = "", goesTo = ""]) => [path, goesTo.startsWith("Latchkey")]);
    expect(sdk).toContainEqual(["/service/platform/…", false]);
    expect(sdk).toEqual(sdk.map(([path]) => [path, isListed(String(path))]));
  });
});
