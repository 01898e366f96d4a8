import { getRequestListener } from "@hono/node-server";

/**
 * The Response that the fast lane's functions construct in the server: bundling `server.ts` puts
 * it in the place of the global one (`scripts/bundle.mjs`). The listener writes it out without
 * making a web stream first, which halves the CPU time of a small answer.
 */
export { LightResponse as Response };

const LightResponse = takeLightResponse();

/** The package gives its class away only by replacing globals, which Next needs as they were. */
function takeLightResponse(): typeof Response {
  const { Request: request, Response: response } = globalThis;
  getRequestListener(() => undefined);
  const light = globalThis.Response;
  Object.defineProperty(globalThis, "Request", { value: request, writable: true });
  Object.defineProperty(globalThis, "Response", { value: response, writable: true });
  return light;
}
