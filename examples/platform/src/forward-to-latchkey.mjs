import { request } from "node:http";
import { writeLog } from "./log.mjs";

/** What a proxy in front of the platform sends to Latchkey; docs/platform.md lists the same paths. */
const LATCHKEY_PATHS = [
  "/service/panel/authentication/",
  "/service/panel/partners/v1.0/extensions/",
  "/service/partner/authorization/",
  "/service/platform/directory/",
  "/service/platform/gate/",
  "/.well-known/oauth-authorization-server/",
];

/** @param {string} path of a request */
export function belongsToLatchkey(path) {
  return LATCHKEY_PATHS.some((prefix) => path.startsWith(prefix));
}

/**
 * Passes a request on, with its own Host, and adds the caller's address.
 * @param {import("node:http").IncomingMessage} incoming
 * @param {import("node:http").ServerResponse} outgoing
 * @param {string} latchkeyUrl
 */
export function forwardToLatchkey(incoming, outgoing, latchkeyUrl) {
  const callers = [incoming.headers["x-forwarded-for"], incoming.socket.remoteAddress];
  const { hostname, port } = new URL(latchkeyUrl);
  const headers = { ...incoming.headers, "x-forwarded-for": callers.filter(Boolean).join(", ") };
  const { method, url: path } = incoming;
  const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on("error", (error) => {
    writeLog(`Latchkey did not answer ${method} ${path.split("?")[0]}: ${error.code}`);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
}
