import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { waitAtMost } from "@/lib/core/process/wait";

export const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Maximum number of parameters of a request. Unknown ones are ignored, but take time all the same. */
const MAX_PARAMETERS = 1_000;

/** Maximum number of characters of a parameter's name, or a header, to repeat in a response. */
const MAX_NAME_LENGTH = 40;

// Only its hash is looked up, so that a token may be any text (RFC 7009 section 2.2, RFC 7662 section 2.2).
const ANY_TEXT = "token";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A body's parameters by name, as JSON values (for forms, all strings). */
export type BodyParameters = Record<string, unknown>;

/** Reads a JSON object, or a form without repeated names (RFC 6749 section 3.2). @throws ServiceError */
export async function readParameters(request: ApiRequest): Promise<BodyParameters> {
  const type = mediaType(request.headers);
  if (type === JSON_TYPE) {
    const text = await readText(request);
    if (FORM.test(text)) throw mislabelled("a form", FORM_TYPE, type);
    return parseJsonObject(text);
  }
  if (type === FORM_TYPE) {
    const text = await readText(request);
    if (JSON_OBJECT.test(text)) throw mislabelled("JSON", JSON_TYPE, type);
    return parseForm(text, ANY_TEXT);
  }
  throw unsupported(type, `${JSON_TYPE} or ${FORM_TYPE}`);
}

/** Reads a JSON body. With `isOptional`, a missing body counts as an empty object. @throws ServiceError */
export async function readJson(request: ApiRequest, { isOptional = false } = {}): Promise<unknown> {
  const text = await readTyped(request, JSON_TYPE, isOptional);
  if (text === "" && isOptional) return {};
  if (FORM.test(text)) throw malformed("The body is a form. Send JSON.");
  const value = parseJson(text);
  if (JSON_NUL.test(text)) throw malformed(HAS_NUL);
  return value;
}

/** Reads the fields of a form of one of our own pages; none without a body. @throws ServiceError */
export async function readForm(request: ApiRequest): Promise<Record<string, string>> {
  return parseForm(await readTyped(request, FORM_TYPE, true));
}

/** An optional body needs no type when it is empty. */
async function readTyped(
  request: ApiRequest,
  expected: string,
  isOptional: boolean,
): Promise<string> {
  const type = mediaType(request.headers);
  if (type !== expected && !isOptional) throw unsupported(type, expected);
  const text = await readText(request);
  if (type !== expected && text !== "") throw unsupported(type, expected);
  return text;
}

const SLOWEST: Pace = { grace: 5_000, bytesPerSecond: 16 * 1024 };

/** Reads a file sent as the whole body. @throws ServiceError for another type, too many bytes, or a slow sender */
export async function readFile(
  request: ApiRequest,
  limits: { types: readonly string[]; maxBytes: number },
  slowest = SLOWEST,
): Promise<Buffer> {
  const type = mediaType(request.headers);
  if (!limits.types.includes(type)) throw unsupported(type, limits.types.join(" or "));
  return readBytes(request, limits.maxBytes, slowest);
}

/** The media type of a body without parameters, in lower case; empty if missing. */
export function mediaType(headers: RequestHeaders): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

// Matches the whole text, so that legitimate values are never mistaken for the other format.
const JSON_OBJECT = /^(?=\s*\{\s*["}])[\s\S]*\}\s*$/;
const FORM = /^[\w.~-]+=[^&={}"\s]*(&[\w.~-]+=[^&={}"\s]*)*$/;

function mislabelled(what: string, right: string, sent: string): ServiceError {
  return new ServiceError(
    "invalid_request",
    `The body is ${what}, but Content-Type is ${sent}. Send Content-Type: ${right}.`,
    { check: "content_type", fix: { kind: "set_content_type", value: right } },
  );
}

function unsupported(type: string, expected: string): ServiceError {
  const actual = type ? `is ${type}` : "is missing";
  return new ServiceError("unsupported_media_type", `Content-Type ${actual}: send ${expected}.`, {
    check: "content_type",
    fix: { kind: "set_content_type", value: expected.split(" ", 1)[0] ?? expected },
  });
}

async function readText(request: ApiRequest): Promise<string> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw malformed("The body is not valid UTF-8.", cause);
  }
}

/** The bytes of a body as they arrive. @throws ServiceError unsupported_media_type for a compressed one */
export function streamBody({ headers, body }: ApiRequest): AsyncIterable<Uint8Array> {
  requireUncompressed(headers);
  return body ?? new Blob([]).stream();
}

const UNCOMPRESSED = /^(?:identity)?$/i;

// Compressed, a body within the limits could be of any size.
function requireUncompressed(headers: RequestHeaders): void {
  const sent = headers.get("content-encoding") ?? "";
  if (sent.split(",").every((coding) => UNCOMPRESSED.test(coding.trim()))) return;
  throw new ServiceError(
    "unsupported_media_type",
    `Content-Encoding is ${sent.slice(0, MAX_NAME_LENGTH)}: send the body uncompressed, without Content-Encoding.`,
    {
      // RFC 9110 section 15.5.16.
      headers: { "accept-encoding": "identity" },
      check: "body_form",
      fix: { kind: "correct_body" },
    },
  );
}

async function readBytes(request: ApiRequest, maxBytes: number, slowest?: Pace): Promise<Buffer> {
  requireUncompressed(request.headers);
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
  try {
    if (slowest) return await atPace(slowest, (count) => readParts(request, maxBytes, count));
    if (declared === null) return await readParts(request, maxBytes);
    return Buffer.from(await request.arrayBuffer());
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown;
    // The caller's connection broke, which is no failure of the service.
    throw malformed("The connection was closed before the end of the body.", thrown);
  }
}

/** How slowly a body may arrive: within `grace` milliseconds in any case, then on average. */
type Pace = { grace: number; bytesPerSecond: number };

/** Reads a body; `read` counts its bytes as they arrive. @throws ServiceError invalid_request once it is too slow */
export async function atPace<T>(
  { grace, bytesPerSecond }: Pace,
  read: (count: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let size = 0;
  const tooSlow = () =>
    malformed(`The body arrived too slowly. Send at least ${bytesPerSecond / 1024} KB a second.`);
  const leftMs = () => startedAt + grace + (size / bytesPerSecond) * 1_000 - performance.now();
  const count = (bytes: number) => {
    size += bytes;
    if (leftMs() <= 0) throw tooSlow();
  };
  const reading = read(count);
  while (!(await waitAtMost(reading, leftMs()))) {
    if (leftMs() <= 0) throw tooSlow();
  }
  return reading;
}

// Chunked bodies do not announce their size, so count while reading and stop at the limit.
async function readParts(
  request: ApiRequest,
  maxBytes: number,
  count?: (bytes: number) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of streamBody(request)) {
    count?.(chunk.byteLength);
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): ServiceError {
  const kilobytes = maxBytes / 1024;
  const limit = kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`;
  return new ServiceError("payload_too_large", `The body is larger than ${limit}.`, {
    check: "body_size",
    fix: { kind: "correct_body" },
  });
}

// PostgreSQL's text type cannot store NUL. After an escaped backslash, `u0000` is a text like any other.
const HAS_NUL = "The body contains a NUL character.";
const JSON_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed("The body is not valid JSON.", cause);
  }
}

function parseJsonObject(text: string): BodyParameters {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw malformed("The body must be a JSON object.");
  if (Object.keys(value).length > MAX_PARAMETERS) throw tooManyParameters();
  const parameters: BodyParameters = { ...value };
  const { [ANY_TEXT]: anyText } = parameters;
  const allowed = typeof anyText === "string" ? anyText.split("\0").length : 1;
  if (text.split(JSON_NUL).length > allowed) throw malformed(HAS_NUL);
  return parameters;
}

function malformed(message: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", message, {
    cause,
    check: "body_form",
    fix: { kind: "correct_body" },
  });
}

/** Whether a form or query has more parameters than any request may have. */
export function hasTooManyParameters(text: string): boolean {
  return text.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS;
}

function tooManyParameters(): ServiceError {
  const message = `The request has more than ${MAX_PARAMETERS} parameters.`;
  return new ServiceError("invalid_request", message);
}

/**
 * Reads a form or a query, of which only the parameter `anyText` may contain NUL. @throws ServiceError invalid_request
 * for a name that occurs twice, or for more than a thousand parameters
 */
export function parseForm(text: string, anyText?: string): Record<string, string> {
  if (hasTooManyParameters(text)) throw tooManyParameters();
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const shown = name.slice(0, MAX_NAME_LENGTH);
    if (name in parameters) {
      const fix = { kind: "send_parameter_once", name: shown } as const;
      throw invalidParameter(shown, "is repeated", { check: "parameter_once", fix });
    }
    if (value.includes("\0") && name !== anyText) {
      const fix = { kind: "set_parameter", name: shown, value: null } as const;
      throw invalidParameter(shown, "contains a NUL character", { check: "parameter_form", fix });
    }
    parameters[name] = value;
  }
  return parameters;
}

function invalidParameter(name: string, problem: string, diagnosis: Diagnosis): ServiceError {
  const fields = [{ path: name, message: problem }];
  const message = `The parameter "${name}" ${problem}.`;
  return new ServiceError("invalid_request", message, { fields, ...diagnosis });
}
