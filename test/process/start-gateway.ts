import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "@/lib/core/db/embedded/start";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { serveUpstream, type Upstream } from "@/test/process/serve-upstream";
import { connectServerDatabase } from "@/test/process/server-database";
import {
  isOpen,
  newInstance,
  type ServerProcess,
  spawnServer,
  stopServer,
  untilReady,
} from "@/test/process/server-process";

const CONFIG_FILES = {
  nginx: "examples/gateway/nginx.conf.template",
  caddy: "examples/gateway/Caddyfile",
};

/** A proxy that examples/gateway has a configuration for. */
export type ProxyName = keyof typeof CONFIG_FILES;

/** Latchkey with the gate, and a service that records what reaches it. This process is connected to the database. */
export type Gateway = {
  latchkey: string;
  upstream: Upstream;
  gateKey: { clientId: string; clientSecret: string };
  /** Starts a proxy with the configuration of examples/gateway, by default with the gate's key and address. */
  startProxy(
    name: ProxyName,
    options?: { gateKey?: string; latchkeyAddress?: string },
  ): Promise<RunningProxy>;
  /** Starts what sends a proxy's log of calls to Latchkey. */
  startSender(proxy: RunningProxy): ServerProcess;
  stop(): Promise<void>;
};

/** A proxy and its files. */
export type RunningProxy = { origin: string; folder: string; callLog: string };

/**
 * Starts them on free ports with their own folder.
 *
 * @param rules path of the file with the gate's rules
 */
export async function startGateway(rules: string): Promise<Gateway> {
  const instance = await newInstance();
  const running: ServerProcess[] = [];
  const start = (options: Parameters<typeof spawnServer>[1]) => {
    const started = spawnServer(instance, options);
    running.push(started);
    return started;
  };
  await untilReady(start({ env: { DEMO: "0", GATE_RULES: resolve(rules) } }));
  const disconnect = connectServerDatabase(instance);
  const upstream = await serveUpstream();
  const gateKey = await mintServiceKey(["platform/gate"]);

  return {
    latchkey: instance.baseUrl,
    upstream,
    gateKey,
    async startProxy(name, options = {}) {
      const port = await freePort();
      const folder = join(instance.dataDir, `${name}-${port}`);
      const callLog = join(folder, "calls.log");
      const env = {
        PROXY: name,
        CONFIG_FILE: CONFIG_FILES[name],
        GATEWAY_HOST: "127.0.0.1",
        GATEWAY_PORT: String(port),
        LATCHKEY_ADDRESS: options.latchkeyAddress ?? `127.0.0.1:${instance.port}`,
        PLATFORM_ADDRESS: new URL(upstream.origin).host,
        GATE_KEY: options.gateKey ?? gateKey.clientSecret,
        CALL_LOG: callLog,
        RUN_DIR: folder,
      };
      start({ command: [process.execPath, "scripts/example-gateway/start-proxy.mjs"], env });
      await expect.poll(() => isOpen(port)).toBe(true);
      return { origin: `http://127.0.0.1:${port}`, folder, callLog };
    },
    startSender({ callLog }) {
      const env = {
        CALL_LOG: callLog,
        LATCHKEY_URL: instance.baseUrl,
        GATE_KEY: gateKey.clientSecret,
      };
      return start({ command: [process.execPath, "examples/gateway/send-log.mjs"], env });
    },
    async stop() {
      await disconnect();
      for (const one of running.reverse()) await stopServer(one);
      await upstream.close();
      await rm(instance.dataDir, { recursive: true });
    },
  };
}
