import { log } from "@gofynd/fdk-client-javascript/sdk/common/Logger.js";

const credentials = /\b(Basic|Bearer)\s+[\w.~+/=-]+/g;

/**
 * Makes the SDK's logger leave out credentials. On every failed request it prints the request's
 * headers, and the Basic header is nothing but the API secret in base64.
 */
export function redactSdkLogs() {
  const createMethod = log.methodFactory;
  log.methodFactory = (...options) => {
    const write = createMethod(...options);
    return (...values) => write(...values.map(redact));
  };
  log.setLevel(log.getLevel());
}

function redact(value) {
  return typeof value === "string" ? value.replace(credentials, "$1 [left out]") : value;
}
