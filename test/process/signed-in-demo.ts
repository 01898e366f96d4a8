import type { PlaywrightWorkerArgs } from "@playwright/test";
import { type DemoFile, readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import type { Instance } from "@/test/process/server-process";
import { registerExtension } from "@/test/requests/http/extension-client";
import { openManagementApi } from "@/test/requests/http/management-api";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { signIn } from "@/test/requests/http/sign-in";

/** The demo data of a server that has started with it. */
export function demoOf({ dataDir }: Pick<Instance, "dataDir">): DemoFile {
  const demo = readDemoFile(dataDir);
  if (!demo) throw new Error(`${dataDir} has no demo data`);
  return demo;
}

/** The session of the demo's seller, and a new client with tokens of the demo company. */
export async function signedInDemo(
  { request: api }: PlaywrightWorkerArgs["playwright"],
  instance: Instance,
  demo: DemoFile = demoOf(instance),
) {
  const request = await api.newContext({ baseURL: instance.baseUrl });
  await signIn(request, demo.seller);
  const management = await openManagementApi(request, demo.organization_id, demo.management);
  const client = await registerExtension(management);
  const tokens = await obtainTokens(request, request, demo.company_id, client);
  return { demo, request, management, client, tokens };
}

/** What a proxy sends to the gate about a GET of this path. */
export const gateHeaders = (demo: DemoFile, token: string, path: string) => ({
  authorization: `Bearer ${token}`,
  "x-gate-key": demo.platform.gate_key,
  "x-original-method": "GET",
  "x-original-uri": path,
});
