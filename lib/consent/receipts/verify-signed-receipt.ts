import { isDeepStrictEqual } from "node:util";
import { createLocalJWKSet, errors, flattenedVerify } from "jose";
import { z } from "zod";
import { findBrokenEntry, receiptEntrySchema } from "@/lib/consent/receipts/receipt";
import { parseJson } from "@/lib/core/json";

/** Media type of a receipt's signature, so that no other signature of the same key passes for one. */
export const RECEIPT_TYPE = "latchkey-receipt+jws";

/** Path under which an installation publishes its keys for receipts. */
export const RECEIPT_KEYS_PATH = "/.well-known/latchkey-receipt-keys.json";

const fileSchema = z.object({
  receipt: z.unknown(),
  payload: z.string(),
  protected: z.string(),
  signature: z.string(),
});

const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const contentSchema = z.object({
  issuer: z.string(),
  issued_at: z.string(),
  entries: z.array(receiptEntrySchema),
});

type Verdict =
  | { genuine: true; issuer: string; issuedAt: string; keyId: string; entries: number }
  | { genuine: false; reason: string };

const NO_RECEIPT = "The file is not a signed Latchkey receipt.";
const OTHER_SIGNATURE = "The signature is not for a receipt.";
const CHANGED =
  "The signature is invalid: the receipt was changed, or it was signed by someone else.";

/** What jose's errors mean for a receipt. */
const REASONS: Readonly<Record<string, string>> = {
  [errors.JWSInvalid.code]: NO_RECEIPT,
  [errors.JOSEAlgNotAllowed.code]: OTHER_SIGNATURE,
  [errors.JOSENotSupported.code]: OTHER_SIGNATURE,
  [errors.JWKSNoMatchingKey.code]: "The key that signed the receipt is not among the keys.",
};

/** The issuer that a receipt names, unverified; null if the file is not a receipt. */
export function claimedIssuer(file: unknown): string | null {
  return contentSchema.safeParse(fileSchema.safeParse(file).data?.receipt).data?.issuer ?? null;
}

/**
 * Checks a signed receipt against published keys. Needs neither a network nor this service.
 * @param file the receipt as it was downloaded, parsed
 * @param keys the JWK set of the expected issuer, parsed
 */
export async function verifySignedReceipt(file: unknown, keys: unknown): Promise<Verdict> {
  const signed = fileSchema.safeParse(file).data;
  if (!signed) return no(NO_RECEIPT);
  const keySet = keysSchema.safeParse(keys).data;
  if (!keySet) return no("The key file contains no JSON Web Keys.");
  const options = { algorithms: ["EdDSA"] };
  const verified = await flattenedVerify(signed, createLocalJWKSet(keySet), options).catch(explain);
  if ("reason" in verified) return verified;
  const { typ, kid } = verified.protectedHeader ?? {};
  if (typ !== RECEIPT_TYPE || !kid) return no(OTHER_SIGNATURE);
  // Tools that save the file again may sort its fields. If it is not JSON, no receipt equals it.
  const payload = parseJson(Buffer.from(verified.payload).toString());
  if (!isDeepStrictEqual(payload, signed.receipt)) {
    return no("The readable part was changed: it differs from the signed part.");
  }
  return judgeContent(signed.receipt, kid);
}

/** The reason for an error of jose, or of node:crypto, which rejects a malformed key: nothing is genuine by such a key. */
function explain(error: unknown) {
  return no(error instanceof errors.JOSEError ? (REASONS[error.code] ?? CHANGED) : CHANGED);
}

function judgeContent(content: unknown, keyId: string): Verdict {
  const receipt = contentSchema.safeParse(content).data;
  if (!receipt) return no("The signed content is not a receipt.");
  const { issuer, issued_at: issuedAt, entries } = receipt;
  const broken = findBrokenEntry(entries);
  if (broken !== null) {
    return no(
      `Entry ${broken + 1} of the history was changed, removed or inserted before signing.`,
    );
  }
  return { genuine: true, issuer, issuedAt, keyId, entries: entries.length };
}

function no(reason: string) {
  return { genuine: false, reason } as const;
}
