import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type LogVerdict, verifyInstallation } from "@/lib/audit/walk-chain";
import {
  claimedIssuer,
  RECEIPT_KEYS_PATH,
  verifySignedReceipt,
} from "@/lib/consent/receipts/verify-signed-receipt";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { StartupError } from "@/lib/core/errors";
import { readArguments, withDatabase } from "./command";

/** Verifies all audit logs or one and prints the results. Fails unless there was a log and every one was intact. */
export function verifyAudit(args: string[]): Promise<boolean> {
  const [organizationId] = parseArgs({ args, allowPositionals: true }).positionals;
  return withDatabase("audit verify", () => report(organizationId));
}

async function report(organizationId: string | undefined): Promise<boolean> {
  let [intact, broken] = [0, 0];
  for await (const verdict of verifyInstallation(organizationId)) {
    if (verdict.broken) {
      broken += 1;
      process.stderr.write(`${verdict.broken.message}\n`);
    } else {
      intact += 1;
      process.stdout.write(`${describeIntact(verdict)}\n`);
    }
  }
  if (organizationId !== undefined && intact + broken === 0) {
    process.stderr.write(
      `Organization ${organizationId} has no audit log. The id is part of the URL of its pages.\n`,
    );
    return false;
  }
  process.stdout.write(`${intact} intact, ${broken} broken.\n`);
  return broken === 0;
}

function describeIntact({ organization_id: id, entries, erased, hash }: LogVerdict): string {
  return [
    `${id ? `Organization ${id}` : "Platform"}: ${entries} rows, intact.`,
    hash && `Last hash ${hash}`,
    erased > 0 && `(${erased} personal values erased)`,
  ]
    .filter(Boolean)
    .join(" ");
}

const TIMEOUT_MS = 10_000;

// A problem the person can fix: a missing file, keys that cannot be fetched.
const notVerified = (problem: string, cause?: unknown) =>
  new StartupError(`NOT VERIFIED. ${problem}`, { cause });

/** Checks whether a receipt is genuine, by the JWK set of --keys (file or https address) or that of its issuer. */
export async function verifyReceipt(args: string[]): Promise<boolean> {
  const options = { keys: { type: "string" } } as const;
  const { argument: file, values } = readArguments(args, options);
  const receipt = parse(file, await read(file));
  const source = values.keys ?? addressOf(receipt);
  const verdict = await verifySignedReceipt(receipt, parse(source, await read(source)));
  if (!verdict.genuine) {
    process.stderr.write(`NOT GENUINE. ${verdict.reason}\n`);
    return false;
  }
  const { issuer, issuedAt, keyId, entries } = verdict;
  process.stdout.write(
    `GENUINE. Issued by ${issuer} at ${issuedAt}, with ${entries} entries.\nSigned with the key ${keyId} from ${source}.\n`,
  );
  return true;
}

function addressOf(receipt: unknown): string {
  const issuer = claimedIssuer(receipt);
  if (issuer === null || !parseUrl(issuer)) {
    throw notVerified("The file is not a signed Latchkey receipt.");
  }
  return new URL(RECEIPT_KEYS_PATH, issuer).href;
}

async function read(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, "utf8");
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(trusted(source), { signal, redirect: "error" });
    if (!response.ok) throw notVerified(`${source} answered ${response.status}.`);
    return await response.text();
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw notVerified(`${source} cannot be read.`, cause);
  }
}

// Over plain http, anyone on the network path could substitute their own keys.
function trusted(source: string): string {
  const { protocol, hostname } = new URL(source);
  const local = ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  if (protocol === "https:" || local) return source;
  throw notVerified(`${source} is not https. Fetch the keys yourself: --keys FILE.`);
}

function parse(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notVerified(`${source} is not JSON.`, cause);
  }
}
