import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  type Account,
  type Binaries,
  databaseAccount,
  findBinaries,
} from "@/lib/core/db/embedded/binaries";
import {
  applicationAddress,
  openCluster,
  ownerAddress,
  PROGRAM_ENV,
} from "@/lib/core/db/embedded/cluster";
import { isReady, stopOrphan, stopPostmaster } from "@/lib/core/db/embedded/postmaster";
import { StartupError } from "@/lib/core/errors";
import { wait } from "@/lib/core/process/wait";

const READY_POLL_MS = 20;
const RETRY_PAUSE_MS = 500;
const MAX_ATTEMPTS = 20;

const LEAST_CONNECTIONS = 100;
/** For migrations, clean-up, checks, and commands that run alongside the service. */
const FURTHER_CONNECTIONS = 40;

/** Left-over backends of a killed server wind down on their own; meanwhile, a port can be taken. */
const PASSING_TROUBLE = /pre-existing shared memory block|could not bind|Address already in use/;

interface EmbeddedOptions {
  /** The cluster is in `postgres` below this folder, with the server's log next to it. */
  readonly dataDir: string;
  /** The owner role's password. */
  readonly password: string;
  /** `false` trades crash safety for speed; only for test data. */
  readonly durable: boolean;
  /** Connections that the service may open; the server allows at least PostgreSQL's default of 100. */
  readonly connections?: number;
}

export interface EmbeddedDatabase {
  /** `postgresql://` address with the password, for the role that owns and migrates the database. */
  readonly url: string;
  /** The same for the service's role. */
  readonly applicationUrl: string;
  /** Whether an orphan of an earlier start had to be stopped first. */
  readonly stoppedOrphan: boolean;
  /** Calls `listener` if the server ends unexpectedly. */
  onUnexpectedExit(listener: (logTail: string) => void): void;
  /** @param withinMs See {@link stopPostmaster}. */
  stop(withinMs?: number): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL on a free loopback port. The caller holds the lock of `dataDir`: a server still
 * running there is an orphan, and stopped. @throws StartupError that says what to do, or the end of the server's log
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const account = databaseAccount(join(dataDir, "postgres"));
  const binaries = findBinaries(account);
  const cluster = openCluster(dataDir, binaries, account, options.password);
  const stoppedOrphan = await stopOrphan(cluster);
  const logFile = join(dataDir, "postgres.log");
  const { server, port } = await launch({ cluster, logFile, account, binaries, options });
  let stopping = false;
  return {
    url: ownerAddress(options.password, port),
    applicationUrl: applicationAddress(options.password, port),
    stoppedOrphan,
    onUnexpectedExit(listener) {
      server.once("exit", () => {
        if (!stopping) listener(tail(logFile));
      });
    },
    async stop(withinMs) {
      stopping = true;
      if (server.exitCode === null && server.signalCode === null && server.pid) {
        await stopPostmaster(server.pid, withinMs);
      }
    },
  };
}

/** Runs `work` with the owner's address of a database in a temporary folder, which is removed afterwards. */
export async function withTemporaryDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-database-"));
  // As root, the database's own account must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, password: "scratch", durable: false });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}

interface Launch {
  readonly cluster: string;
  readonly logFile: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly options: EmbeddedOptions;
}

async function launch(
  request: Launch,
): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const server = spawnServer(request, port);
    if (await comesUp(server, request.cluster)) return { server, port };
    const logTail = tail(request.logFile);
    if (attempt >= MAX_ATTEMPTS || !PASSING_TROUBLE.test(logTail)) {
      throw new StartupError(`The embedded PostgreSQL did not start. Its log says:\n${logTail}`);
    }
    await wait(RETRY_PAUSE_MS);
  }
}

function spawnServer({ cluster, logFile, account, binaries, options }: Launch, port: number) {
  const log = openSync(logFile, "w", 0o600);
  const server = spawn(
    binaries.postgres,
    ["-D", cluster, "-p", String(port), ...settings(options)],
    // Detached, so that Ctrl-C in a terminal does not stop it before the requests in flight.
    { ...account, cwd: "/", detached: true, env: PROGRAM_ENV, stdio: ["ignore", log, log] },
  );
  closeSync(log);
  return server;
}

function settings({ durable, connections = 0 }: EmbeddedOptions): string[] {
  const safety = durable ? "on" : "off";
  return [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `fsync=${safety}`,
    `full_page_writes=${safety}`,
    `synchronous_commit=${safety}`,
    `max_connections=${Math.max(LEAST_CONNECTIONS, connections + FURTHER_CONNECTIONS)}`,
    "jit=off",
    // Random reads cost the same in memory and on an SSD; the default of 4 favours scanning small tables.
    "random_page_cost=1.1",
    "timezone=UTC",
    "log_timezone=UTC",
  ].flatMap((setting) => ["-c", setting]);
}

/** Waits for as long as the server is alive: recovery after a long session takes time. */
async function comesUp(server: ChildProcess, cluster: string): Promise<boolean> {
  const spawned = new Promise<boolean>((done, fail) => {
    server.once("error", fail);
    server.once("exit", () => done(false));
  });
  const polled = async (): Promise<boolean> => {
    while (server.exitCode === null && server.signalCode === null) {
      if (server.pid && isReady(cluster, server.pid)) return true;
      await wait(READY_POLL_MS);
    }
    return false;
  };
  return Promise.race([spawned, polled()]);
}

function tail(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-15).join("\n");
}

const givenPorts = new Set<number>();

/** A TCP port on 127.0.0.1 that is free right now. Never returns the same port twice, because the first caller may not be listening yet. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string")
    throw new Error("The system assigned no TCP port.");
  if (givenPorts.has(address.port)) return freePort();
  givenPorts.add(address.port);
  return address.port;
}
