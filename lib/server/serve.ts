import type { RequestListener } from "node:http";
import next from "next";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { startDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import type { Env } from "@/lib/core/env";
import { startDraining } from "@/lib/core/http/draining";
import { startCallWriter } from "@/lib/gate/calls/call-writer";
import { IMPORT_PATH } from "@/lib/platform/values";
import { listen, type UpgradeListener } from "@/lib/server/listen";
import type { Shutdown } from "@/lib/server/shutdown";
import { upgradesForNext } from "@/lib/server/upgrades-for-next";

/** Next, ready to serve pages. */
export type Pages = { handle: RequestListener; upgrade: UpgradeListener };

/** How long requests are still served while readiness already fails, for load balancers. In milliseconds. */
const noticeOf = ({ shutdownSeconds }: Env) => (shutdownSeconds * 1000) / 5;

/** Prepares Next in this process. */
export async function preparePages({ development: dev, host, port }: Env): Promise<Pages> {
  const upgrades = upgradesForNext();
  const app = next({ dev, hostname: host, port, httpServer: upgrades.server });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: upgrades.pass };
}

/**
 * Serves pages and endpoints in this process, stores its calls, and calls extensions.
 * @throws StartupError as {@link listen} does
 */
export async function serve(environment: Env, pages: Pages, shutdown: Shutdown): Promise<void> {
  const lane = environment.fastLane ? endpoints : [];
  const listener = requestListener(environment, lane, pages.handle);
  shutdown.add("workers", startCallWriter());
  shutdown.add("workers", startDeliveryWorker());
  const stopListening = await listen(environment, listener, {
    limitsBody: ({ url = "" }) => url.split("?", 1)[0] === IMPORT_PATH,
    ...(environment.development && { upgrade: pages.upgrade }),
  });
  const noticeMs = environment.baseUrl.startsWith("https:") ? noticeOf(environment) : 0;
  shutdown.add("requests", (within) => {
    startDraining();
    return stopListening({ notice: Math.min(noticeMs, within), within });
  });
}
