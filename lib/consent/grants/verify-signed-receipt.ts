import { createPublicKey, verify } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { verifyReceipt } from "@/lib/consent/grants/verify-receipt";

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

const headerSchema = z.object({ alg: z.string(), kid: z.string(), typ: z.string() });

const keysSchema = z.object({
  keys: z.array(z.object({ kty: z.string(), crv: z.string(), kid: z.string(), x: z.string() })),
});

const contentSchema = z.object({
  issuer: z.string(),
  issued_at: z.string(),
  entries: z.array(
    z.object({
      grant_id: z.string(),
      change: z.enum(["granted", "changed", "revoked"]),
      scopes_before: z.array(z.string()),
      scopes_after: z.array(z.string()),
      user_id: z.string().nullable(),
      client_version: z.number(),
      created_at: z.string(),
      previous_hash: z.string().nullable(),
      hash: z.string(),
    }),
  ),
});

/** The result of verifying a receipt. */
type Verdict =
  | { genuine: true; issuer: string; issuedAt: string; keyId: string; entries: number }
  | { genuine: false; reason: string };

/** The issuer that a receipt names, unverified; null if the file is not a receipt. */
export function claimedIssuer(file: unknown): string | null {
  const parsed = fileSchema.safeParse(file);
  const content = parsed.success ? contentSchema.safeParse(decodePart(parsed.data.payload)) : null;
  return content?.success ? content.data.issuer : null;
}

/**
 * Checks a signed receipt against published keys. Needs neither a network nor this service.
 * @param file the receipt as it was downloaded, parsed
 * @param keys the JWK set of the expected issuer, parsed
 */
export function verifySignedReceipt(file: unknown, keys: unknown): Verdict {
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) return no("The file is not a signed Latchkey receipt.");
  const { payload, protected: protectedHeader, signature, receipt } = parsed.data;
  const header = headerSchema.safeParse(decodePart(protectedHeader));
  if (!header.success || header.data.alg !== "EdDSA" || header.data.typ !== RECEIPT_TYPE) {
    return no("The signature is not for a receipt.");
  }
  const keySet = keysSchema.safeParse(keys);
  if (!keySet.success) return no("The key file contains no JSON Web Keys.");
  const { kid } = header.data;
  const key = keySet.data.keys.find((candidate) => candidate.kid === kid);
  if (!key) return no(`The receipt is signed with the key ${kid}, which is not among the keys.`);
  if (!isSigned(`${protectedHeader}.${payload}`, signature, key)) {
    return no(
      "The signature is invalid: the receipt was changed, or it was signed by someone else.",
    );
  }
  const content = decodePart(payload);
  if (!isDeepStrictEqual(content, receipt)) {
    return no("The readable part was changed: it differs from the signed part.");
  }
  return judgeContent(content, kid);
}

function judgeContent(content: unknown, keyId: string): Verdict {
  const parsedContent = contentSchema.safeParse(content);
  if (!parsedContent.success) return no("The signed content is not a receipt.");
  const { issuer, issued_at: issuedAt, entries } = parsedContent.data;
  const broken = verifyReceipt(entries);
  if (broken !== null) {
    return no(
      `Entry ${broken + 1} of the history was changed, removed or inserted before signing.`,
    );
  }
  return { genuine: true, issuer, issuedAt, keyId, entries: entries.length };
}

function no(reason: string): Verdict {
  return { genuine: false, reason };
}

/** A public key that may have signed something. */
type PublicKey = { kty: string; crv: string; x: string };

/** Whether an Ed25519 key signed a text. A malformed key or signature has not. */
function isSigned(text: string, signature: string, jwk: PublicKey): boolean {
  try {
    const { kty, crv, x } = jwk;
    const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
    const isEd25519 = key.asymmetricKeyType === "ed25519";
    return isEd25519 && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** The JSON in a part of a signature (base64url), or undefined. */
function decodePart(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
