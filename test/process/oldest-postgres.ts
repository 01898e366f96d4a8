import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { databaseAccount } from "@/lib/core/db/embedded/binaries";
import { PROGRAM_ENV } from "@/lib/core/db/embedded/cluster";
import { isReady } from "@/lib/core/db/embedded/postmaster";
import { freePort } from "@/lib/core/db/embedded/start";
import { wait } from "@/lib/core/process/wait";
import { createFolder } from "@/test/process/create-folder";

const BINARIES = "/usr/lib/postgresql/15/bin";

/** Whether this machine has the oldest PostgreSQL that Latchkey supports, which is Debian 12's. */
export const hasOldestPostgres = existsSync(`${BINARIES}/initdb`);

/** Starts that PostgreSQL for the running test. @returns the address of an empty database, for its owner */
export async function startOldestPostgres(): Promise<string> {
  const folder = await createFolder();
  const cluster = join(folder, "cluster");
  const account = databaseAccount(cluster);
  chmodSync(folder, 0o711);
  mkdirSync(cluster, { mode: 0o700 });
  if (account.uid && account.gid) chownSync(cluster, account.uid, account.gid);
  const run = { ...account, cwd: "/", env: PROGRAM_ENV, stdio: "ignore" } as const;
  const init = ["--username=latchkey", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  execFileSync(`${BINARIES}/initdb`, [`--pgdata=${cluster}`, ...init], run);
  const port = String(await freePort());
  const settings = ["-F", "-clisten_addresses=127.0.0.1", "-cunix_socket_directories="];
  const server = spawn(`${BINARIES}/postgres`, ["-D", cluster, "-p", port, ...settings], run);
  const ended = once(server, "exit");
  onTestFinished(async () => {
    server.kill("SIGINT");
    await ended;
  });
  while (server.exitCode === null && !isReady(cluster, Number(server.pid))) await wait(20);
  return `postgresql://latchkey@127.0.0.1:${port}/postgres`;
}
