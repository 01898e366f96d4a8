import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fillTemplate } from "../fill-template.mjs";
import { findProgram } from "../find-program.mjs";
import { isOk, startProcess, stopProcesses, until } from "./processes.mjs";

const NODES = ["pg1", "pg2", "pg3"];
const SERVERS = ["latchkey1", "latchkey2"];
const PACKAGE = "dist/latchkey";
/** How many ports it uses, on loopback. */
export const PORTS = 12;

/**
 * etcd, three PostgreSQL servers under Patroni, HAProxy, and two Latchkeys.
 * @typedef {{role: string, name: string, state: string}} Member As Patroni lists it.
 */
export class Cluster {
  #folder;
  #port;
  #password = randomBytes(16).toString("hex");
  #keys = {
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  };
  /** The package that each server runs. */
  #packages = new Map(SERVERS.map((name) => [name, resolve(PACKAGE)]));
  /** @type {Map<string, import("./processes.mjs").Process>} */
  #processes = new Map();

  /**
   * @param {string} folder For all data and logs.
   * @param {number} port The first of {@link PORTS}.
   */
  constructor(folder, port) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Where HAProxy accepts requests to Latchkey. */
  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Latchkey's own address. HAProxy would add TLS; with https, Latchkey leaves it time to notice a stop. */
  get baseUrl() {
    return `https://127.0.0.1:${this.#port}`;
  }

  get servers() {
    return SERVERS;
  }

  /** Starts the database and HAProxy, and creates the roles. */
  async startDatabase() {
    chmodSync(this.#folder, 0o711);
    this.#startEtcd();
    for (const name of NODES) this.startNode(name);
    await until("the database has a primary and two synchronous standbys", () => this.isWhole());
    this.#startHaproxy();
    await this.#createRoles();
  }

  /** The demo data of the first server. */
  demo() {
    return JSON.parse(readFileSync(join(this.#folder, SERVERS[0], "demo.json"), "utf8"));
  }

  /** Starts a PostgreSQL under Patroni, without waiting for it. */
  startNode(name) {
    const index = NODES.indexOf(name);
    const folder = this.#makeFolder(name, true);
    const config = join(folder, "patroni.yml");
    fillTemplate("examples/cluster/patroni.yml.template", config, {
      NAME: name,
      FOLDER: folder,
      PASSWORD: this.#password,
      POSTGRES_PROGRAMS: dirname(findProgram("pg_rewind")),
      ETCD_PORT: String(this.#port + 2),
      DATABASE_PORT: String(this.#databasePort(index)),
      REST_PORT: String(this.#restPort(index)),
    });
    if (process.getuid() === 0) chownTo(config);
    this.#start(name, [findProgram("patroni"), config], { asPostgres: true });
  }

  /**
   * Migrates, starts a Latchkey, and waits until it is ready; until then, what ends is started again, as systemd would.
   */
  async startServer(name, folder = this.#packages.get(name)) {
    this.#packages.set(name, folder);
    const port = this.#serverPort(SERVERS.indexOf(name));
    const address = `127.0.0.1:${this.#port + 1}/latchkey`;
    const env = {
      ...this.#keys,
      PORT: String(port),
      BASE_URL: this.baseUrl,
      DATA_DIR: this.#makeFolder(name),
      DATABASE_URL: `postgresql://latchkey:${this.#password}@${address}`,
      POOL_SIZE: "8",
      DEMO: name === SERVERS[0] ? "1" : "0",
      LOG_LEVEL: "warn",
    };
    await this.#migrate(`${name}-migration`, folder, {
      ...env,
      MIGRATION_DATABASE_URL: `postgresql://latchkey_owner:${this.#password}@${address}`,
    });
    const start = () =>
      this.#start(name, [process.execPath, join(folder, "server.mjs")], { env, mayEnd: true });
    start();
    await until(`${name} is ready`, async () => {
      if (this.#processes.get(name).hasEnded()) start();
      return isOk(`http://127.0.0.1:${port}/readyz`);
    });
  }

  /** Until it succeeds: the database may be failing over. */
  async #migrate(name, folder, env) {
    const command = [process.execPath, join(folder, "latchkey.mjs"), "database", "migrate"];
    const options = { env, mayEnd: true };
    const start = () => this.#start(name, command, options);
    start();
    await until(`${name} succeeds`, async () => {
      const migration = this.#processes.get(name);
      if (migration.hasEnded() && !migration.hasSucceeded()) start();
      return migration.hasSucceeded();
    });
  }

  /** Kills a server of Latchkey, or lets it complete its requests (SIGTERM). */
  async stopServer(name, signal) {
    await this.#processes.get(name).stop(signal);
  }

  /** Kills a PostgreSQL and its Patroni, as if its machine were gone. */
  async killNode(name) {
    await this.#processes.get(name).stop("SIGKILL");
    this.#signalPostgres(name, "SIGKILL");
  }

  /** Stops everything, including a PostgreSQL whose Patroni ended before it was in charge. */
  async stop() {
    await stopProcesses();
    for (const name of NODES) this.#signalPostgres(name, "SIGQUIT");
  }

  /** Hands the primary's role to a standby. @param {string} leader @param {string} candidate */
  async switchOver(leader, candidate) {
    const body = JSON.stringify({ leader, candidate });
    const url = `http://127.0.0.1:${this.#restPort(NODES.indexOf(leader))}/switchover`;
    const answer = await fetch(url, { method: "POST", body });
    if (!answer.ok) throw new Error(`Patroni: ${answer.status} ${await answer.text()}`);
  }

  /** What any living Patroni says about the cluster. @returns {Promise<Member[]>} */
  async members() {
    for (const index of NODES.keys()) {
      const members = await fetch(`http://127.0.0.1:${this.#restPort(index)}/cluster`).then(
        async (answer) => (await answer.json()).members,
        () => [], // That one is down.
      );
      if (members.length > 0) return members;
    }
    return [];
  }

  /** The name of the primary; undefined while there is none. */
  async primary() {
    const members = await this.members();
    return members.find(({ role, state }) => role === "leader" && state === "running")?.name;
  }

  /** Whether there are a primary and two synchronous standbys. */
  async isWhole() {
    const members = await this.members();
    const standbys = members.filter(({ role }) => role === "sync_standby");
    return standbys.length === NODES.length - 1 && (await this.primary()) !== undefined;
  }

  #signalPostgres(name, signal) {
    const data = join(this.#folder, name, "data");
    const file = join(data, "postmaster.pid");
    const [pid] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    // The file of a killed server stays, and another process may have its id by now.
    const link = `/proc/${pid}/cwd`;
    if (existsSync(link) && readlinkSync(link) === data) process.kill(Number(pid), signal);
  }

  #startEtcd() {
    const [client, peer] = [this.#port + 2, this.#port + 3].map(
      (port) => `http://127.0.0.1:${port}`,
    );
    this.#start("etcd", [
      findProgram("etcd"),
      ...["--name", "etcd", "--data-dir", this.#makeFolder("etcd")],
      ...["--listen-client-urls", client, "--advertise-client-urls", client],
      ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
      ...["--initial-cluster", `etcd=${peer}`],
    ]);
  }

  #startHaproxy() {
    const file = join(this.#folder, "haproxy.cfg");
    const lines = (names, line) => names.map(line).join("\n  ");
    const server = (name, index) => `server ${name} 127.0.0.1:${this.#serverPort(index)}`;
    fillTemplate("examples/cluster/haproxy.cfg.template", file, {
      HTTP_PORT: String(this.#port),
      DATABASE_PORT: String(this.#port + 1),
      DATABASE_SERVERS: lines(
        NODES,
        (name, index) =>
          `server ${name} 127.0.0.1:${this.#databasePort(index)} check port ${this.#restPort(index)}`,
      ),
      LATCHKEY_SERVERS: lines(SERVERS, (name, index) => `${server(name, index)} check`),
      BACKUP_SERVERS: lines(SERVERS, (name, index) => `${server(`${name}-unready`, index)} backup`),
    });
    this.#start("haproxy", [findProgram("haproxy"), "-db", "-f", file]);
  }

  /** As docs/operating.md describes under "Two roles". */
  async #createRoles() {
    const roles = ["latchkey_owner", "latchkey"].map(
      (role) => `CREATE ROLE ${role} LOGIN PASSWORD '${this.#password}'`,
    );
    const statements = [...roles, "CREATE DATABASE latchkey OWNER latchkey_owner"];
    // Until its first checks, HAProxy also leads to standbys.
    const port = this.#databasePort(NODES.indexOf(await this.primary()));
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    const env = { ...process.env, PGPASSWORD: this.#password };
    for (const statement of statements) {
      const { status, stderr } = spawnSync("psql", [url, "-qc", statement], { env });
      if (status !== 0) throw new Error(`The roles could not be created: ${stderr}`);
    }
  }

  #start(name, command, options = {}) {
    const started = startProcess(name, command, { folder: this.#folder, ...options });
    this.#processes.set(name, started);
  }

  #makeFolder(name, isPostgres = false) {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isPostgres && process.getuid() === 0) chownTo(folder);
    return folder;
  }

  #databasePort = (index) => this.#port + 4 + index;
  #restPort = (index) => this.#port + 7 + index;
  #serverPort = (index) => this.#port + 10 + index;
}

/** Gives a path to the account that PostgreSQL runs as. */
function chownTo(path) {
  const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}
