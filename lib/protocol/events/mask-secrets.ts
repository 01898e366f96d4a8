import { redactText } from "@/lib/core/redact";
import { isSecretParameter } from "@/lib/protocol/events/parameter-names";
import { type SentContent, splitAuthorization } from "@/lib/protocol/events/sent-request";

const MASK = "[redacted]";

// Shorter values are not secrets, and masking them would hide everything.
const MIN_SECRET_LENGTH = 5;
const LONG_RUN = /[A-Za-z0-9_~+-]{32,}/g;

/** Hides the parts of a text that must not be stored. */
export type Masker = (text: string) => string;

/**
 * Returns a masker for texts about one request. It hides every value that the request sent in the place of a
 * secret, in any encoding, our own tokens, and anything that looks random.
 * @param clientId of an existing client that the request names: no secret where an id belongs
 */
export function maskerFor(sent: SentContent, clientId: string | null = null): Masker {
  const secrets = secretsOf(sent, clientId);
  const forms = new Set(secrets.flatMap(encodings).filter(isLongEnough));
  const longestFirst = [...forms].sort((left, right) => right.length - left.length);
  return (text) => {
    // No genuine value contains what PostgreSQL cannot store as text.
    const storable = text.toWellFormed().replaceAll("\0", "");
    const masked = longestFirst.reduce((rest, form) => rest.replaceAll(form, MASK), storable);
    const decoded = decode(masked);
    if (decoded !== masked && longestFirst.some((form) => decoded.includes(form))) return MASK;
    return redactText(masked).replace(LONG_RUN, (run) => (looksRandom(run) ? MASK : run));
  };
}

function secretsOf({ authorization, parameters }: SentContent, clientId: string | null): string[] {
  const secrets = Object.entries(parameters)
    .filter(([name]) => isSecretParameter(name))
    .flatMap(([, value]) => stringsOf(value));
  if (authorization !== null) secrets.push(...secretsOfHeader(authorization, clientId));
  return secrets.filter(isLongEnough);
}

function secretsOfHeader(authorization: string, clientId: string | null): string[] {
  const { credential, pair } = splitAuthorization(authorization);
  const header = authorization.trim();
  if (!pair) return [header, credential];
  const { id, secret } = pair;
  return [
    header,
    credential,
    `${id}:${secret}`,
    secret,
    decode(secret),
    ...(id === clientId ? [] : [id]),
  ];
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(stringsOf);
  return [];
}

function encodings(secret: string): string[] {
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    secret.trim(),
    percent,
    percent.replaceAll("%20", "+"),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH;
}

function looksRandom(run: string): boolean {
  return /\d/.test(run) && /[A-Za-z]/.test(run);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // A value that cannot be decoded has no other encoding to hide.
    return text;
  }
}
