// Runs the PROXY, nginx or caddy, with its CONFIG_FILE and the other variables of describeProxy, until it exits or this
// process is stopped, by a signal or by its parent closing the channel.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { fillTemplate } from "../fill-template.mjs";
import { findProgram } from "../find-program.mjs";

const { env } = process;
const folder = env.RUN_DIR;
mkdirSync(folder, { recursive: true, mode: 0o700 });

const child = spawn(
  findProgram(env.PROXY),
  env.PROXY === "nginx" ? prepareNginx() : caddyOptions(),
  {
    // Otherwise Caddy writes to the home folder.
    env: { ...env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ["ignore", "inherit", "inherit"],
  },
);
const stop = () => child.kill("SIGTERM");
process.on("SIGTERM", stop).on("SIGINT", stop).on("disconnect", stop);
child.once("exit", (code) => process.exit(code ?? 1));

/** A Caddyfile reads the variables itself. */
function caddyOptions() {
  return ["run", "--config", env.CONFIG_FILE, "--adapter", "caddyfile"];
}

/** Fills the variables into a configuration for nginx's http block. */
function prepareNginx() {
  fillTemplate(env.CONFIG_FILE, join(folder, "gateway.conf"), env);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const main = `
daemon off;
pid ${join(folder, "nginx.pid")};
error_log stderr warn;
${process.getuid() === 0 ? `user ${userInfo().username};` : ""}
worker_processes 1;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n  ")}
  include gateway.conf;
}
`;
  writeFileSync(join(folder, "nginx.conf"), main, { mode: 0o600 });
  return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
}
