import {
  type FlattenedSignature,
  signAsInstallation,
} from "@/lib/consent/grants/sign-as-installation";
import { RECEIPT_TYPE } from "@/lib/consent/grants/verify-signed-receipt";
import type { Receipt } from "@/lib/consent/grants/write-receipt";
import { env } from "@/lib/core/env";

/** A receipt as a file: a signature over the receipt, with the receipt in clear beside it for people. */
export type SignedReceipt = FlattenedSignature & { receipt: SignedContent };

/** The signed content: the receipt, its issuer, and its time. */
export type SignedContent = Receipt & { issuer: string; issued_at: string };

/** Signs a receipt in the name of this installation. */
export async function signReceipt(content: Receipt): Promise<SignedReceipt> {
  const receipt = { issuer: env().baseUrl, issued_at: new Date().toISOString(), ...content };
  return { receipt, ...(await signAsInstallation(receipt, RECEIPT_TYPE)) };
}
