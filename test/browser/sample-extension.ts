import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { freePort } from "@/lib/core/db/embedded/start";
import { startRecordingProxy } from "@/test/process/recording-proxy";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import type { ManagementApi } from "@/test/requests/http/management-api";

const FOLDER = "examples/extension";

/** The settings of the sample extension. */
export type ExtensionSettings = { scopes: readonly string[]; accessMode?: "offline" | "online" };

/** The sample extension in a process for one test, with its own client, port, and sessions. */
export type SampleExtension = {
  /** Its name for sellers; no other client has this name. */
  name: string;
  client: ExtensionClient;
  baseUrl: string;
  /** Method and path of each request that arrived, oldest first. */
  received: readonly string[];
  /** Starts it, or restarts it with other settings and the earlier sessions. */
  start(settings: ExtensionSettings): Promise<void>;
  /** Where the platform sends a seller to install or launch it (spec 4.2). */
  installAddress(companyId: number): string;
  /** Ends its process and removes its files. */
  close(): Promise<void>;
};

/** Registers a client for a sample extension that has not started. */
export async function prepareSampleExtension(
  management: ManagementApi,
  cluster: string,
  scopes: readonly string[],
): Promise<SampleExtension> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-extension-"));
  const port = await freePort();
  const { baseUrl, received, close: closeProxy } = await startRecordingProxy(port);
  const name = `Sample ${newId()}`;
  const client = await registerExtension(management, {
    meta: { name },
    scopes: { permissions: [...scopes] },
    base_url: baseUrl,
    redirect_urls: [`${baseUrl}/fp/auth`],
  });
  const listed = await management.call("PATCH", `/${client.clientId}`, {
    data: { listing: "listed" },
  });
  expect(listed.status()).toBe(200);
  let running: ChildProcess | undefined;
  const start = async ({ scopes: asked, accessMode = "offline" }: ExtensionSettings) => {
    await stop(running);
    running = spawn(process.execPath, ["server.mjs"], {
      cwd: FOLDER,
      env: {
        EXTENSION_API_KEY: client.clientId,
        EXTENSION_API_SECRET: client.clientSecret,
        EXTENSION_BASE_URL: baseUrl,
        EXTENSION_PORT: String(port),
        EXTENSION_SESSION_FILE: join(folder, "sessions.json"),
        EXTENSION_SCOPES: asked.join(","),
        EXTENSION_ACCESS_MODE: accessMode,
        FP_API_DOMAIN: cluster,
        NODE_ENV: "production",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await expect.poll(() => isReady(port), { message: "the extension is ready" }).toBe(true);
  };
  return {
    name,
    client,
    baseUrl,
    received,
    start,
    installAddress(companyId) {
      const query = {
        company_id: `${companyId}`,
        client_id: client.clientId,
        cluster_url: cluster,
      };
      return `${baseUrl}/fp/install?${new URLSearchParams(query)}`;
    },
    async close() {
      await stop(running);
      await closeProxy();
      await rm(folder, { recursive: true });
    },
  };
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    const { ready } = (await answer.json()) as { ready: boolean };
    return ready;
  } catch (error) {
    // Nothing is listening yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
