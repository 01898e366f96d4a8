import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  claimedIssuer,
  RECEIPT_KEYS_PATH,
  verifySignedReceipt,
} from "@/lib/consent/receipts/verify-signed-receipt";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { UsageError } from "./command";

const TIMEOUT_MS = 10_000;

/** A problem the person can fix: a missing file, keys that cannot be fetched. */
class VerificationError extends Error {}

/**
 * Checks whether a consent receipt is genuine, by the JWK set of a file or https address (--keys) or else by the one that
 * its issuer publishes.
 */
export async function run(args: string[]): Promise<boolean> {
  const options = { keys: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new UsageError();
  try {
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
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    process.stderr.write(`NOT VERIFIED. ${error.message}\n`);
    return false;
  }
}

function addressOf(receipt: unknown): string {
  const issuer = claimedIssuer(receipt);
  if (issuer === null || !parseUrl(issuer)) {
    throw new VerificationError("The file is not a signed Latchkey receipt.");
  }
  return new URL(RECEIPT_KEYS_PATH, issuer).href;
}

async function read(source: string): Promise<string> {
  try {
    if (!/^https?:\/\//.test(source)) return await readFile(source, "utf8");
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(trusted(source), { signal, redirect: "error" });
    if (!response.ok) throw new VerificationError(`${source} answered ${response.status}.`);
    return await response.text();
  } catch (cause) {
    if (cause instanceof VerificationError) throw cause;
    throw new VerificationError(`${source} cannot be read.`, { cause });
  }
}

// Over plain http, anyone on the network path could substitute their own keys.
function trusted(source: string): string {
  const { protocol, hostname } = new URL(source);
  const local = ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  if (protocol === "https:" || local) return source;
  throw new VerificationError(`${source} is not https. Fetch the keys yourself: --keys FILE.`);
}

function parse(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VerificationError(`${source} is not JSON.`, { cause });
  }
}
