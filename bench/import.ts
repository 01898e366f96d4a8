import { createHash } from "node:crypto";
import { readCpu } from "@/bench/cpu.mjs";
import { startBenchDatabase } from "@/bench/database";
import { newId } from "@/lib/core/crypto/ids";
import { migrate } from "@/lib/core/db/migrate";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { readLines } from "@/lib/core/http/read-lines";
import { runImport } from "@/lib/platform/import/run-import";

const SCOPES = ["company/products/read", "company/orders/read"];
const CLIENTS = 1_000;
const MEMBERS_PER_COMPANY = 3;
const GRANTS_PER_COMPANY = 5;
const EVERY_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** Ids of the benchmark's companies start here, apart from a platform's usual ones. */
const FIRST_COMPANY = 3_000_000_000;

/**
 * Imports a made-up platform into a new database: its companies with three members and five grants each, and a thousand
 * clients. Prints the records per second and the memory of the process as it goes, and at the end the CPU per record.
 *
 * @param companies for example 100,000
 * @returns whether every record was stored
 */
export async function benchImport(companies: number): Promise<boolean> {
  const database = await startBenchDatabase();
  try {
    const url = await database.createDatabase("import");
    await migrate(url, "prisma/migrations");
    configureDatabase(url);
    return await run(companies, database.postmasterPid);
  } finally {
    await closePool();
    await database.stop();
  }
}

async function run(companies: number, postmasterPid: number): Promise<boolean> {
  const cpuBefore = readCpu({ serverPid: process.pid, postmasterPid });
  const counts = new Map<string, number>();
  const source = { caller: null, info: { ipAddress: null, requestId: newId() } };
  let done = 0;
  let before = { at: performance.now(), done };
  const begin = before.at;
  await runImport(readLines(platform(companies)), source, (results) => {
    for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1);
    done += results.length;
    const now = performance.now();
    if (now - before.at < EVERY_MS) return;
    say(done, (done - before.done) / (now - before.at));
    before = { at: now, done };
  });
  say(done, done / (performance.now() - begin));
  const cpu = readCpu({ serverPid: process.pid, postmasterPid });
  const perRecord = (used: "server" | "database") =>
    Math.round((cpu[used] - cpuBefore[used]) / done);
  process.stdout.write(
    `CPU per record: ${perRecord("server")} µs here, ${perRecord("database")} µs in PostgreSQL\n`,
  );
  process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
  return !counts.has("failed");
}

function say(done: number, perMillisecond: number): void {
  const rate = Math.round(perMillisecond * 1000);
  const memory = Math.round(process.memoryUsage().rss / MEGABYTE);
  process.stdout.write(`${done} records, ${rate}/s, ${memory} MB\n`);
}

async function* platform(companies: number): AsyncGenerator<Uint8Array> {
  for (const block of blocks(companies)) {
    yield Buffer.from(block.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }
}

const BLOCK = 500;

function* blocks(companies: number): Generator<object[]> {
  yield [{ type: "organization", organization_id: "bench-publisher", name: "Bench publisher" }];
  yield numbers(0, CLIENTS).map(client);
  for (let first = 0; first < companies; first += BLOCK) {
    const some = numbers(first, Math.min(first + BLOCK, companies));
    yield some.map(company);
    yield some.flatMap(members);
    yield some.flatMap(grants);
  }
}

function client(index: number): object {
  const hash = createHash("sha256").update(`bench secret ${index}`).digest("hex");
  const of = { client_id: clientId(index), organization_id: "bench-publisher" };
  return { type: "client", ...of, name: `Extension ${index}`, secret_sha256: hash, scopes: SCOPES };
}

function company(index: number): object {
  return { type: "company", company_id: FIRST_COMPANY + index, name: `Company ${index}` };
}

function members(index: number): object[] {
  const roles = ["owner", "admin", "staff"];
  return numbers(0, MEMBERS_PER_COMPANY).map((member) => ({
    type: "company_member",
    company_id: FIRST_COMPANY + index,
    external_id: `bench-${index}-${member}`,
    email: `bench-${index}-${member}@example.com`,
    first_name: "Asha",
    last_name: "Rao",
    role: roles[member],
  }));
}

function grants(index: number): object[] {
  return numbers(0, GRANTS_PER_COMPANY).map((grant) => ({
    type: "grant",
    client_id: clientId((index * GRANTS_PER_COMPANY + grant) % CLIENTS),
    company_id: FIRST_COMPANY + index,
    scopes: SCOPES,
    granted_by: `bench-${index}-0`,
    granted_at: "2025-01-01T00:00:00Z",
  }));
}

function clientId(index: number): string {
  return `bench_client_${index}`;
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
