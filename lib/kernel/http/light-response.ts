import { getRequestListener } from "@hono/node-server";

/**
 * The Response class of the fast lane. Bundling `server.ts` replaces the global one with it (`scripts/bundle.mjs`). The
 * listener writes it out without creating a web stream first, which halves the CPU time of a small response.
 */
export { LightResponse as Response };

const LightResponse = takeLightResponse();

/** The package exposes its class only by replacing globals, which Next needs unchanged. */
function takeLightResponse(): typeof Response {
  const { Request: request, Response: response } = globalThis;
  getRequestListener(() => undefined);
  const light = globalThis.Response;
  Object.defineProperty(globalThis, "Request", { value: request, writable: true });
  Object.defineProperty(globalThis, "Response", { value: response, writable: true });
  return light;
}
