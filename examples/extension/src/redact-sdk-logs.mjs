import { log } from "@gofynd/fdk-client-javascript/sdk/common/Logger.js";

const credentials = /\b(Basic|Bearer)\s+[\w.~+/=-]+/g;

/**
 * Keeps credentials out of the SDK's log. On every failed request it prints the request's headers, and the Basic header
 * is just the API secret in base64. The logger stays silent until the SDK sets a level with its first client; startSdk
 * reports earlier failures.
 */
export function redactSdkLogs() {
  const createMethod = log.methodFactory;
  log.methodFactory = (...options) => {
    const write = createMethod(...options);
    return (...values) => write(...values.map(redact));
  };
  log.setLevel("silent");
}

function redact(value) {
  return typeof value === "string" ? value.replace(credentials, "$1 [left out]") : value;
}
