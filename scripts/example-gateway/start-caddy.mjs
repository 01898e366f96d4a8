// Runs Caddy with a Caddyfile, which reads the variables of describeProxy itself.
import { mkdirSync } from "node:fs";
import { findProgram } from "../find-program.mjs";
import { runProxy } from "./run-proxy.mjs";

const { CONFIG_FILE, RUN_DIR } = process.env;
mkdirSync(RUN_DIR, { recursive: true, mode: 0o700 });

const args = ["run", "--config", CONFIG_FILE, "--adapter", "caddyfile"];
// Otherwise Caddy writes to the home folder.
runProxy(findProgram("caddy"), args, { XDG_CONFIG_HOME: RUN_DIR, XDG_DATA_HOME: RUN_DIR });
