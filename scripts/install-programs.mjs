import { findProgram } from "./find-program.mjs";
import { installFromDebian } from "./install-from-debian.mjs";

/** Debian packages, by the program that they contain. */
const PACKAGES = { nginx: "nginx-light", caddy: "caddy", promtool: "prometheus" };

/**
 * Ensures that there are an nginx and a Caddy for the tests of examples/gateway, and Prometheus' promtool for those of
 * deploy/observability: those of this machine, or else Debian's (as root). Without them, these tests are skipped and say
 * so.
 *
 * @returns {Promise<string>} What there is.
 */
export async function installPrograms() {
  await installFromDebian(PACKAGES);
  return Object.keys(PACKAGES)
    .map((name) => findProgram(name) ?? `no ${name}`)
    .join(", ");
}
