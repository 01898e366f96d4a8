import { type DifferencePart, differ } from "@/lib/core/diagnosis/difference";
import { type SentContent, splitAuthorization } from "@/lib/protocol/events/sent-request";

/** What a secret has when it was copied or encoded wrongly. A shell's or a file's `\n` is a line break, too. */
const FORMS: readonly [form: string, pattern: RegExp][] = [
  ["line_break", /[\r\n\u0085\u2028\u2029]|\\[rn]$/],
  ["quotes", /^[\s\p{Cf}]*\\?["'`\p{Pi}\p{Pf}\u201a\u201e]|\\?["'`\p{Pi}\p{Pf}][\s\p{Cf}]*$/u],
  ["space", /^[^\S\r\n\u2028\u2029]|^\p{Cf}|[^\S\r\n\u2028\u2029]$|\p{Cf}$/u],
];

const ESCAPE = /%[0-9a-f]{2}/i;

/**
 * How the form of a wrong secret shows what happened to it: a line break, quotes, space or invisible characters around
 * it, or percent-encoding more than once. Contains nothing of the secret.
 */
export function explainSecretForm({ authorization, parameters }: SentContent): DifferencePart[] {
  const pair = authorization === null ? null : splitAuthorization(authorization).pair;
  const { client_secret: sent } = parameters;
  const inBody = typeof sent === "string" ? sent : "";
  // Basic encodes the secret (RFC 6749 section 2.3.1); a body is decoded already.
  const secret = pair ? decode(pair.secret) : inBody;
  const forms = FORMS.filter(([, pattern]) => pattern.test(decode(secret))).map(([form]) => form);
  const isEncoded = ESCAPE.test(secret);
  return [...forms, ...(isEncoded ? ["encoded"] : [])].map((form) =>
    differ("secret_form", { form }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
