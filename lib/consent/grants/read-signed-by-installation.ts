import { z } from "zod";
import { decodePart, isSigned } from "@/lib/consent/grants/read-signature";
import { publicReceiptKeys } from "@/lib/consent/grants/receipt-keys";
import type { FlattenedSignature } from "@/lib/consent/grants/sign-as-installation";

const headerSchema = z.object({ alg: z.literal("EdDSA"), kid: z.string(), typ: z.string() });

/**
 * What `signAsInstallation` signed.
 * @param type media type that the signature must have
 * @returns null if no key of this installation signed it, or as another type
 */
export async function readSignedByInstallation(
  { payload, protected: protectedHeader, signature }: FlattenedSignature,
  type: string,
): Promise<unknown> {
  const header = headerSchema.safeParse(decodePart(protectedHeader));
  if (!header.success || header.data.typ !== type) return null;
  const key = (await publicReceiptKeys()).find(({ kid }) => kid === header.data.kid);
  return key && isSigned(`${protectedHeader}.${payload}`, signature, key)
    ? decodePart(payload)
    : null;
}
