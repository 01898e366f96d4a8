import { log } from "@gofynd/fdk-client-javascript/sdk/common/Logger.js";

const credentials = /\b(Basic|Bearer)\s+[\w.~+/=-]+/g;

/**
 * Makes the SDK's logger leave out credentials. On every failed request it prints the request's
 * headers, and the Basic header is nothing but the API secret in base64. It stays silent until the
 * SDK itself sets a level, with its first client: startSdk reports what fails before that.
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
