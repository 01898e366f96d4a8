import { createHmac } from "node:crypto";

/** The signature of a call to an extension: hex HMAC-SHA256 of the body under its secret. */
export function signBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
