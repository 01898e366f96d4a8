import { createServer } from "node:http";
import type { Endpoint, Handler } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import { nodeHandler } from "@/lib/api/node-handler";
import { requestListener } from "@/lib/api/request-listener";
import { decideConsent } from "@/lib/consent/decide-consent";
import { log } from "@/lib/core/telemetry/log";
import { describeServer } from "@/lib/protocol/metadata/describe-server";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { listen } from "@/test/process/listen";
import { configureTestEnv } from "@/test/process/test-env";

const METADATA = `/.well-known/oauth-authorization-server${OAUTH_PATH}`;

/** What the flow needs beyond the endpoints; the server answers these through Next. */
const otherPaths: readonly Pick<Endpoint, "method" | "path" | "handler">[] = [
  { method: "GET", path: `${METADATA}/company/{company_id}`, handler: describeServer },
  { method: "GET", path: `${METADATA}/organization/{organization_id}`, handler: describeServer },
  { method: "POST", path: "/consent/{request_id}/decision", handler: decideConsent },
];

/**
 * Serves the authorization flow over HTTP with the server's own listener, on a free port that
 * becomes BASE_URL of this test file.
 * @param others handles every other path, like Next in the server
 * @returns a function that closes the server
 */
export async function serveFlow(others: Handler = nothingThere): Promise<() => Promise<void>> {
  const server = createServer();
  const { origin, close } = await listen(server);
  const environment = configureTestEnv({ BASE_URL: origin });
  log().level = environment.logLevel;
  const paths = [...endpoints, ...otherPaths];
  server.on(
    "request",
    requestListener(environment, paths, (incoming, outgoing) =>
      nodeHandler(environment.baseUrl, others)(incoming, outgoing, {}),
    ),
  );
  return close;
}

async function nothingThere(): Promise<Response> {
  return new Response(null, { status: 404 });
}
