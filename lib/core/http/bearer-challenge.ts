import { inDescription } from "@/lib/core/http/error-description";

/** The WWW-Authenticate value for an error (RFC 6750 section 3). */
export function bearerChallenge(error: string, message: string, scope?: string): string {
  const needed = scope ? `, scope="${scope}"` : "";
  return `Bearer realm="latchkey", error="${error}", error_description="${inDescription(message)}"${needed}`;
}
