import { createServer } from "node:http";
import { findApi } from "./apis.mjs";
import { belongsToLatchkey, forwardToLatchkey } from "./forward-to-latchkey.mjs";
import { Denial, identifyCaller } from "./identify-caller.mjs";
import { writeLog } from "./log.mjs";

/**
 * The host that extensions call (Latchkey's CLUSTER_URL). It sends Latchkey's paths to Latchkey and answers its own.
 * @param {object} settings from readSettings
 * @param {{ready: boolean}} status changed by the caller
 */
export function servePlatform(settings, status) {
  return createServer(async (request, response) => {
    const [path] = request.url.split("?");
    if (belongsToLatchkey(path)) return forwardToLatchkey(request, response, settings.LATCHKEY_URL);
    if (path === "/readyz") return sendJson(response, status.ready ? 200 : 503, status);
    const found = findApi(path);
    if (!found || request.method !== "GET") {
      return sendJson(response, 404, { error: "not_found", message: `Nothing is at ${path}` });
    }
    try {
      const caller = await identifyCaller(request, found, settings);
      writeLog(`${path}: ${caller.client_id} as ${caller.sub}, company ${caller.company_id}`);
      const items = found.api.list(caller.company_id);
      sendJson(response, 200, { items, page: { type: "number", current: 1, has_next: false } });
    } catch (denial) {
      if (!(denial instanceof Denial)) throw denial;
      deny(response, denial);
    }
  });
}

/** RFC 6750, section 3: the challenge names the error, unless the request had no token. */
function deny(response, { status, error, message }) {
  const reason = error === "unauthenticated" ? "" : `, error="${error}"`;
  if (status < 500) response.setHeader("www-authenticate", `Bearer realm="Market Hall"${reason}`);
  sendJson(response, status, { error, message });
}

function sendJson(response, status, body) {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}
