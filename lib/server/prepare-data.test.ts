import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoFile, readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { signIn } from "@/lib/identity/sessions/check-password";
import { perform } from "@/lib/operation/perform";
import { prepareData } from "@/lib/server/prepare-data";
import { listTenants } from "@/lib/tenants/companies/list-tenants";
import { sessionOf } from "@/test/factories/page-callers";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv } from "@/test/process/test-env";

// Demo data is loaded only into an empty installation.
takeOwnDatabase();

let dataDir: string;
let printed: readonly string[];
let demo: DemoFile;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "latchkey-demo-"));
  configureTestEnv({ DATA_DIR: dataDir, DEMO: "1" });
  printed = await prepareData();
  const file = readDemoFile(dataDir);
  if (!file) throw new Error("no demo.json was written");
  demo = file;
});

afterAll(() => rm(dataDir, { recursive: true }));

describe("the first start with demo data", () => {
  it.each([
    ["owner", "owner", ["owner of Shipfast Labs"]],
    ["admin", "admin", ["admin of Shipfast Labs"]],
    ["developer", "developer", ["admin of Shipfast Labs"]],
    ["seller", null, ["owner of Acme Retail"]],
    ["staff", null, ["staff of Acme Retail"]],
    ["operator", null, []],
  ] as const)("prints a working login for the %s", async (person, role, companies) => {
    const { email, password } = demo[person];
    expect(printed.join("\n")).toMatch(new RegExp(`^  ${person} +${email}  ${password}$`, "m"));
    const session = await signIn(email, password, { ipAddress: null, userAgent: null });
    const userId = session?.userId ?? "";
    const { organizations, companies: places } = await perform(listTenants, {
      caller: sessionOf(userId),
    });
    expect(organizations.map((one) => one.role)).toEqual(role ? [role] : []);
    expect(places.map(({ role: as, name }) => `${as} of ${name}`)).toEqual(companies);
  });
});

it("a later start prints where to find the logins, but no password", async () => {
  const again = await prepareData();
  expect(again).toEqual([`Demo logins: ${dataDir}/demo.json`]);
});
