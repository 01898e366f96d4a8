import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "@/lib/core/db/embedded/start";
import { env } from "@/lib/core/env/env";
import { type MintedUser, mintCompany } from "@/test/factories/mint";
import { mintExtension } from "@/test/factories/mint-installation";
import { mintProduct } from "@/test/factories/mint-product";
import { isInstalled } from "@/test/process/is-installed";
import {
  copySample,
  type Running,
  type SnippetFolder,
  snippetFolder,
} from "@/test/requests/run-snippet";
import { serveFlow } from "@/test/requests/serve-flow";
import { walkFlow } from "@/test/requests/walk-flow";
import { exampleApiPath, type FlowValues, fillExamples } from "./fill-examples";

const SCOPES = ["company/products/read"];

let stopServer: () => Promise<void>;
let installed: Awaited<ReturnType<typeof mintExtension>>;
let values: FlowValues;
let folder: SnippetFolder;

beforeAll(async () => {
  stopServer = await serveFlow();
});
afterAll(() => stopServer());

/** A client with the values that the console puts into its snippets. */
async function prepare(): Promise<void> {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const redirectUrl = `${baseUrl}/fp/auth`;
  installed = await mintExtension({ baseUrl, redirectUrls: [redirectUrl], scopes: SCOPES });
  const { client, companyId, organizationId } = installed;
  await mintProduct(companyId, "Silk of the first company");
  values = {
    clusterUrl: env().baseUrl,
    organizationId,
    clientId: client.clientId,
    secret: client.clientSecret,
    baseUrl,
    grants: ["authorization_code", "refresh_token"],
    companyId: String(companyId),
    redirectUrl,
    scopes: SCOPES,
    apiPath: exampleApiPath(null, "42", true),
  };
}

/** The cookies that a browser has for the extension. */
type Jar = Map<string, string>;

/** Requests a page of the extension like a browser with these cookies, and stores new cookies. */
async function visit(address: string, jar: Jar = new Map()): Promise<Response> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(address, values.baseUrl), {
    headers: { cookie },
    redirect: "manual",
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  return answer;
}

/** Installs the extension in a company, like the seller's browser. */
async function install(companyId: number, seller: MintedUser): Promise<Jar> {
  const jar: Jar = new Map();
  const back = await walkToCallback(jar, companyId, seller);
  expect((await visit(back.href, jar)).status).toBe(302);
  return jar;
}

/** Begins an installation and goes through consent. @returns the address that leads back to the extension */
async function walkToCallback(jar: Jar, companyId: number, seller: MintedUser): Promise<URL> {
  const path = `/fp/install?company_id=${companyId}&client_id=${values.clientId}`;
  const { headers } = await visit(path, jar);
  return walkFlow(headers.get("location") ?? "", seller);
}

/** Runs authorize like a seller's browser. @returns the code */
async function obtainCode(): Promise<string> {
  const back = await walkFlow(fillExamples(values).authorize, installed.seller);
  return back.searchParams.get("code") ?? "";
}

describe("the Node example, deployed unchanged", () => {
  let extension: Running;

  beforeAll(async () => {
    await prepare();
    folder = await snippetFolder({
      ".env": fillExamples(values).env,
      "server.mjs": fillExamples(values).node,
    });
    const isUp = async () => (await visit("/").catch(() => null)) !== null;
    extension = await folder.start("node", ["--env-file=.env", "server.mjs"], isUp);
  }, 60_000);
  afterAll(() => folder.remove());

  it("shows sellers the products of their own company, whatever company the URL names", async () => {
    const jar = await install(installed.companyId, installed.seller);
    const otherCompany = await mintCompany();
    await mintProduct(otherCompany.companyId, "Silk of the other company");
    const otherJar = await install(otherCompany.companyId, otherCompany.seller);

    const ownVisit = await visit(`/?company_id=${installed.companyId}`, jar);
    expect(ownVisit.status).toBe(200);
    expect(await ownVisit.text()).toContain("Silk of the first company");

    // An attacker may rename a cookie: its signature covers the value but not the name.
    const [session = ""] = otherJar.values();
    const renamed: Jar = new Map([[`ext_session_${installed.companyId}`, session]]);
    for (const cookies of [otherJar, renamed]) {
      const answer = await visit(`/?company_id=${installed.companyId}`, cookies);
      expect(await answer.text()).not.toContain("Silk of the first company");
    }
  });

  it("shows nothing before an installation is complete", async () => {
    await install(installed.companyId, installed.seller);
    const anonymous = await visit(`/?company_id=${installed.companyId}`);
    expect(anonymous.status).toBe(401);
    expect(await anonymous.text()).not.toContain("Silk");

    const startedJar: Jar = new Map();
    await visit(`/fp/install?company_id=${installed.companyId}`, startedJar);
    expect((await visit(`/?company_id=${installed.companyId}`, startedJar)).status).toBe(401);
  });

  it("responds to an unknown company and keeps running", async () => {
    for (const company of ["999999999", "", "abc", "1&company_id=2", "__proto__"]) {
      const answer = await visit(`/?company_id=${company}`);
      expect([400, 401], company).toContain(answer.status);
    }
    expect((await visit("/")).status).toBe(401);
    expect((await visit("/fp/install")).status).toBe(400);
    expect(extension.isAlive()).toBe(true);
  });

  it("rejects a callback with a wrong state or another extension's client_id", async () => {
    const jar: Jar = new Map();
    const { companyId, seller } = installed;
    const back = await walkToCallback(jar, companyId, seller);
    for (const [name, value] of [
      ["client_id", "f".repeat(24)],
      ["state", "of-another-browser"],
    ] as const) {
      const forged = new URL(back);
      forged.searchParams.set(name, value);
      expect((await visit(forged.href, jar)).status).toBe(400);
    }
    expect((await visit(`/?company_id=${companyId}`, jar)).status).toBe(401);
  });

  it("never redirects to another site after installation", async () => {
    const { companyId } = installed;
    for (const path of ["https://evil.example/", "//evil.example/", "/\\evil.example/"]) {
      const query = new URLSearchParams({ company_id: `${companyId}`, redirect_path: path });
      expect((await visit(`/fp/install?${query}`)).status, path).toBe(400);
    }
  });

  it("lets only the platform uninstall it from a company", async () => {
    const jar = await install(installed.companyId, installed.seller);
    const body = JSON.stringify({ company_id: installed.companyId, client_id: values.clientId });
    const uninstall = (signature: string) =>
      fetch(`${values.baseUrl}/fp/uninstall`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-fp-signature": signature },
        body,
      });
    expect((await uninstall("")).status).toBe(401);
    expect((await uninstall("0".repeat(64))).status).toBe(401);
    expect((await visit(`/?company_id=${installed.companyId}`, jar)).status).toBe(200);
    const signed = createHmac("sha256", values.secret).update(body).digest("hex");
    expect((await uninstall(signed)).status).toBe(200);
  });

  it("logs neither its secret nor a token, even when the platform rejects a request", async () => {
    const jar: Jar = new Map();
    const installStart = await visit(`/fp/install?company_id=${installed.companyId}`, jar);
    const { searchParams } = new URL(installStart.headers.get("location") ?? "");
    const state = searchParams.get("state") ?? "";
    const query = { company_id: `${installed.companyId}`, code: "lkc_no", state };
    const denied = await visit(`/fp/auth?${new URLSearchParams(query)}`, jar);
    expect(denied.status).toBe(400);
    const pair = Buffer.from(`${values.clientId}:${values.secret}`).toString("base64");
    for (const secret of [values.secret, pair, "lko_", "lka_", "lkr_"]) {
      expect(extension.output()).not.toContain(secret);
      expect(await denied.clone().text()).not.toContain(secret);
    }
  });
});

it("the sample extension starts with the unmodified .env from the console", {
  timeout: 60_000,
}, async () => {
  await prepare();
  folder = await snippetFolder({ ".env": fillExamples(values).env });
  onTestFinished(() => folder.remove());
  await copySample(folder);
  const sample = await folder.start("npm", ["start"], async () => {
    const health = await visit("/healthz").catch(() => null);
    return health !== null && (await health.json()).ready === true;
  });
  expect(sample.output()).toContain("knows this extension");
});

describe("the examples without the FDK, pasted unchanged", () => {
  beforeEach(async () => {
    await prepare();
    folder = await snippetFolder({
      ".env": fillExamples(values).env,
      "first_token.py": fillExamples(values).python,
      "FirstToken.java": fillExamples(values).java,
    });
    return () => folder.remove();
  });

  it("print the client's name in the first check with sh", async () => {
    expect(await folder.run("sh", ["-c", fillExamples(values).check])).toContain(
      '"name":"Shipfast"',
    );
  });

  it("obtain tokens, list products, and refresh with curl", async () => {
    const code = await obtainCode();
    const printed = await folder.run("sh", ["-c", `CODE=${code}\n${fillExamples(values).curl}`]);
    expect(printed).toContain("Silk of the first company");
    expect(printed).toContain("expires_in");
  });

  const load = "set -a; . ./.env; set +a; exec";

  it.for([
    [
      "Python's standard library alone",
      "python3",
      "python3 -I first_token.py",
      "refreshed for 3600 seconds",
    ],
    ["Java after compiling", "javac", "java FirstToken.java", "refreshed"],
  ] as const)(
    "obtain tokens, list products, and refresh with %s",
    { timeout: 60_000 },
    async ([, program, command, words], { skip }) => {
      if (!isInstalled(program)) skip();
      const args = ["sh", values.companyId, await obtainCode()];
      const printed = await folder.run("sh", ["-c", `${load} ${command} "$@"`, ...args]);
      expect(printed).toContain("Silk of the first company");
      expect(printed).toContain(words);
    },
  );
});
