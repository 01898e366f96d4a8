import { MAX_BODY_BYTES } from "@/lib/core/http/read-body";

/** A request that makes its handler work as much as its size allows. */
export type HeavyRequest = {
  /** What makes it heavy. */
  name: string;
  /** Empty, or with its question mark. */
  query: string;
  headers: Record<string, string>;
  body?: string;
};

/** The fields of a valid request by name. */
export type SentFields = Readonly<Record<string, unknown>>;

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Node accepts 16 KB of headers, which include the target. */
const MAX_HEADER_BYTES = 15_000;

/** Repeats a part as often as it fits into a number of bytes. */
function fill(size: number, part: (index: number) => string, separator = ""): string {
  const parts: string[] = [];
  for (let left = size; ; ) {
    const next = part(parts.length);
    left -= Buffer.byteLength(next) + separator.length;
    if (left < 0) return parts.join(separator);
    parts.push(next);
  }
}

/** A name of four letters. */
const short = (index: number) => index.toString(36).padStart(4, "x");
const long = (index: number) => short(index).padEnd(40, "a");

type Sized = Readonly<Record<string, (size: number) => string>>;

/** Texts that are expensive to compare, parse, normalize, or search. */
const texts: Sized = {
  "a long text": (size) => "a".repeat(size),
  spaces: (size) => `a${" ".repeat(size - 2)}a`,
  "an address of slashes": (size) => `https://a.example/${"/".repeat(size - 20)}`,
  "a host of labels": (size) => `https://${fill(size - 10, () => "a.")}a`,
  "ligatures that expand": (size) => fill(size, () => "\ufdfa"),
  "random runs": (size) => fill(size, (index) => `${short(index)}${"a1".repeat(16)}`, "."),
};

const listOf = (size: number, part: (index: number) => string) => `[${fill(size - 2, part, ",")}]`;
const objectOf = (size: number, name: (index: number) => string) =>
  `{${fill(size - 2, (index) => `"${name(index)}":1`, ",")}}`;

/** JSON that is expensive to validate. */
const values: Sized = {
  "many texts": (size) => listOf(size, (index) => `"a${short(index)}"`),
  "many numbers": (size) => listOf(size, () => "1"),
  "many objects": (size) => listOf(size, (index) => `{"${short(index)}":1}`),
  "many fields": (size) => objectOf(size, short),
  "many long fields": (size) => objectOf(size, long),
  "nested lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "nested objects": (size) => `${'{"a":'.repeat(size / 7)}1${"}".repeat(size / 7)}`,
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      (size: number) => JSON.stringify(text(size)),
    ]),
  ),
};

const SLOT = '"\u{e000}"';

/** JSON texts in which one part of a value, at any depth, is replaced by {@link SLOT}. */
function withSlots(value: unknown, path: string): { path: string; text: string }[] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const inner = parts.flatMap(([name, part]) =>
    withSlots(part, `${path}.${name}`).map((slot) => {
      const members = parts.map(([other, sibling]) => {
        const text = other === name ? slot.text : JSON.stringify(sibling);
        return Array.isArray(value) ? text : `${JSON.stringify(other)}:${text}`;
      });
      const text = Array.isArray(value) ? `[${members}]` : `{${members}}`;
      return { path: slot.path, text };
    }),
  );
  return [{ path, text: SLOT }, ...inner];
}

function jsonBodies(fields: SentFields, step: number): HeavyRequest[] {
  const start = JSON.stringify(fields).slice(0, -1);
  const more = objectOf(MAX_BODY_BYTES - Buffer.byteLength(start), short).slice(1);
  const bodies = withSlots(fields, "body")
    .flatMap(({ path, text }) =>
      Object.entries(values).map(([name, value]) => ({ path, text, name, value })),
    )
    .filter((_, index) => index % step === 0)
    .map(({ path, text, name, value }) => ({
      name: `${path}: ${name}`,
      body: text.replace(SLOT, () => value(MAX_BODY_BYTES - Buffer.byteLength(text))),
    }));
  return [
    { name: "body: more fields", body: `${start}${start === "{" ? "" : ","}${more}` },
    ...bodies,
  ].map((body) => ({ ...body, query: "", headers: { "content-type": JSON_TYPE } }));
}

/** @param without the name of a field to leave out */
function encoded(fields: SentFields, without?: string): string {
  const entries = Object.entries(fields).filter(([name]) => name !== without);
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** Forms, or query strings, of one size. */
function forms(fields: SentFields, size: number): { name: string; text: string }[] {
  const start = encoded(fields);
  const room = size - start.length - 1;
  const longValues = Object.keys(fields).flatMap((name) => {
    const others = encoded(fields, name);
    return Object.entries(texts).map(([kind, text]) => {
      const value = encodeURIComponent(text(Math.floor((size - others.length) / 9)));
      return { name: `${name}: ${kind}`, text: `${others}&${name}=${value}` };
    });
  });
  return [
    { name: "many names", text: `${start}&${fill(room, short, "&")}` },
    { name: "many long names", text: `${start}&${fill(room, long, "&")}` },
    { name: "many secrets", text: `${start}&${fill(room, (n) => `key${n}=a${short(n)}`, "&")}` },
    { name: "a repeated name", text: fill(size, () => "client_id=a", "&") },
    { name: "ampersands", text: "&".repeat(size) },
    ...longValues,
  ];
}

/** Headers that are expensive to parse, by the header that is parsed so. */
const headerTexts: Readonly<Record<string, (size: number) => string>> = {
  cookie: (size) => fill(size, (index) => `${short(index)}=1`, "; "),
  authorization: (size) =>
    `Basic ${Buffer.from(fill((size * 3) / 4 - 10, short, ":")).toString("base64")}`,
  "accept-language": (size) => fill(size, () => "de;q=0.1", ","),
  "if-match": (size) => fill(size, (index) => `"${short(index)}"`, ", "),
  "if-none-match": (size) => fill(size, (index) => `"${short(index)}"`, ", "),
  "user-agent": (size) => `a${" ".repeat(size - 2)}a`,
  "content-type": (size) => fill(size, () => "a", ";"),
  "idempotency-key": (size) => "a".repeat(size),
  "x-original-uri": (size) => `/a?${fill(size - 10, () => "company_id=1", "&")}`,
  "x-forwarded-uri": (size) => `/${fill(size - 10, () => "%2e%2e", "/")}`,
};

/**
 * The heaviest requests to an endpoint.
 * @param fields of a valid request: in the query for GET, otherwise in the body
 * @param step 1 for all pairs of a part of a body and a value, 3 for every third, which leaves out no part and no value
 */
export function heavyRequests(
  { method, fields }: { method: string; fields: SentFields },
  step: number,
): HeavyRequest[] {
  const headers = Object.entries(headerTexts).map(([name, text]) => ({
    name: `header ${name}`,
    query: "",
    headers: { [name]: text(MAX_HEADER_BYTES) },
  }));
  const queries = forms(method === "GET" ? fields : {}, MAX_HEADER_BYTES).map(({ name, text }) => ({
    name: `query: ${name}`,
    query: `?${text}`,
    headers: {},
  }));
  if (method === "GET") return [...queries, ...headers];
  const asForms = forms(fields, MAX_BODY_BYTES).map(({ name, text }) => ({
    name: `form: ${name}`,
    query: "",
    headers: { "content-type": FORM_TYPE },
    body: text,
  }));
  return [...jsonBodies(fields, step), ...asForms, ...queries, ...headers];
}
