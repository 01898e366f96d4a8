import type { RequestListener } from "node:http";
import next from "next";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { listen, type UpgradeListener } from "@/lib/boot/listen";
import type { Shutdown } from "@/lib/boot/shutdown";
import { upgradesForNext } from "@/lib/boot/upgrades-for-next";
import { startCallWriter } from "@/lib/calls/call-writer";
import { startDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { IMPORT_PATH } from "@/lib/directory/values";
import type { Env } from "@/lib/kernel/env";
import { startDraining } from "@/lib/kernel/http/draining";

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
