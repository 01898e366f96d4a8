// Runs nginx with a configuration for its http block, filled in with the variables of describeProxy.
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { fillTemplate } from "../fill-template.mjs";
import { findProgram } from "../find-program.mjs";
import { runProxy } from "./run-proxy.mjs";

const { env } = process;
const folder = env.RUN_DIR;
mkdirSync(folder, { recursive: true, mode: 0o700 });

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

runProxy(findProgram("nginx"), ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
