import fc from "fast-check";

const NAMES = [
  ...["grant_type", "code", "refresh_token", "token", "client_id", "client_secret", "scope"],
  ...["redirect_uri", "response_type", "state", "prompt", "code_challenge", "code_verifier"],
  ...["code_challenge_method", "request_uri", "request", "csrf_token", "decision", "reason"],
  ...["meta", "scopes", "grants", "redirect_urls", "base_url", "company_id", "organization_id"],
  ...["page_no", "page_size", "q", "tag", "sort", "is_active", "cursor", "secrets", "_id"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", ""],
];

const VALUES = [
  ...[
    "authorization_code",
    "refresh_token",
    "client_credentials",
    "code",
    "token",
    "S256",
    "plain",
  ],
  ...["none", "consent", "allow", "deny", "true", "-1", "0", "1e9", "9".repeat(400), "NaN"],
  ...["\0", "a\r\nset-cookie: a=b", "\u202e", "\ud800", "'\"--;/*", "%00", "%", "%zz", "../../etc"],
  ...["<script>alert(1)</script>", "{{7*7}}", "#{7*7}", "javascript:alert(1)", "//evil.test"],
  ...["https://evil.test/fp/auth", "https://shipfast.example.com/fp/auth", "lkr_", "lkc_x"],
  ...["company/products/read", "organization/clients/read", "offline_access", "*", "a,b c"],
];

const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, fc.string());

/** Text from someone who wants to break something; `known` is valid here and gets further. */
function hostileText(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 1, arbitrary: fc.nat(70_000).map((length) => "a".repeat(length)) },
  );
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

type Body = { type: string | null; bytes: Uint8Array };

/** Fields of a query or body that a path accepts. */
type Sample = Readonly<Record<string, unknown>>;

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Fields that mostly match the sample, so that a request gets far before it breaks something. */
function fieldsLike(sample: Sample, odd: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown][]> {
  const all = Object.entries(sample);
  const mostly = fc.oneof({ weight: 3, arbitrary: fc.constant(all) }, fc.subarray(all));
  const more = fc.array(fc.tuple(name, odd), { maxLength: 4 });
  return fc
    .tuple(mostly, fc.oneof(fc.constant([]), more), fc.boolean())
    .map(([proper, extra, before]) => (before ? [...extra, ...proper] : [...proper, ...extra]));
}

function jsonBody(text: fc.Arbitrary<string>, sample: Sample): fc.Arbitrary<Body> {
  const leaf = fc.oneof(text, fc.constantFrom(null, true, -1, 1.5, 1e308), fc.jsonValue());
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.array(fc.tuple(name, leaf), { maxLength: 5 }).map(asJsonObject),
  );
  const fields = fieldsLike(sample, fc.oneof(text, value)).map(asJsonObject);
  return fc
    .oneof({ weight: 6, arbitrary: fields }, value)
    .map((sent) => ({ type: JSON_TYPE, bytes: utf8(asText(sent)) }));
}

/** A literal object whose names may repeat or be those of every object. */
type Literal = { literal: string };

function asJsonObject(fields: readonly (readonly [string, unknown])[]): Literal {
  const members = fields.map(([key, value]) => `${JSON.stringify(key)}:${asText(value)}`);
  return { literal: `{${members.join()}}` };
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return "literal" in value ? String(value.literal) : JSON.stringify(value);
}

function formBody(text: fc.Arbitrary<string>, sample: Sample): fc.Arbitrary<Body> {
  return fc
    .tuple(fieldsLike(sample, text), fc.boolean())
    .map(([fields, plain]) => ({ type: FORM_TYPE, bytes: utf8(asForm(fields, plain)) }));
}

/** @param plain leaves values unencoded, although a form must encode them */
function asForm(fields: readonly (readonly [string, unknown])[], plain: boolean): string {
  return fields
    .map(
      ([key, value]) => [encode(key), typeof value === "string" ? value : asText(value)] as const,
    )
    .map(([key, value]) => `${key}=${plain ? value.slice(0, 2_000) : encode(value)}`)
    .join("&");
}

const deep = (depth: number) => utf8("[".repeat(depth) + "]".repeat(depth));
const deepObject = (depth: number) => utf8(`${'{"meta":'.repeat(depth)}1${"}".repeat(depth)}`);

const anyType = fc.oneof(
  fc.constantFrom(JSON_TYPE, FORM_TYPE, `${JSON_TYPE}; charset=utf-16`, "multipart/form-data"),
  fc.constantFrom("text/plain", `${FORM_TYPE};;;`, "", "*/*", null),
);

function body(text: fc.Arbitrary<string>, sample: Sample): fc.Arbitrary<Body> {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom(deep(20_000), deepObject(7_000), Buffer.alloc(64 * 1024 + 1, "a")),
    fc.constantFrom(Uint8Array.of(0xff, 0xfe), Uint8Array.of(0xc0, 0x80), utf8("{"), utf8("")),
  );
  return fc.oneof(
    { weight: 3, arbitrary: jsonBody(text, sample) },
    { weight: 3, arbitrary: formBody(text, sample) },
    { weight: 1, arbitrary: fc.record({ type: anyType, bytes }) },
  );
}

/** Visible characters, and those beyond ASCII that a header can contain. */
const headerText = (text: fc.Arbitrary<string>) =>
  text.map((raw) => raw.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 4_000));

const FREE_HEADERS = [
  ...["cookie", "origin", "if-match", "user-agent", "x-fp-date", "x-fp-signature"],
  ...["x-middleware-subrequest", "next-action"],
];

function headers(
  text: fc.Arbitrary<string>,
  credentials: readonly Record<string, string>[],
): fc.Arbitrary<Record<string, string>> {
  const line = headerText(text);
  const basic = text.map((raw) => `Basic ${Buffer.from(raw).toString("base64")}`);
  const odd = fc.record(
    {
      ...Object.fromEntries(FREE_HEADERS.map((header) => [header, line])),
      authorization: fc.oneof(basic, line),
      accept: fc.constantFrom("text/html", "application/json", "*/*"),
      rsc: fc.constant("1"),
    },
    { requiredKeys: [] },
  );
  const caller = fc.constantFrom({}, ...credentials);
  return fc.oneof(
    caller,
    fc.tuple(odd, caller).map(([some, who]) => ({ ...some, ...who })),
  );
}

/** A request to one path that is designed to break its handler. */
export type HostileRequest = {
  path: string;
  params: Record<string, string>;
  headers: Record<string, string>;
  body: Uint8Array;
};

/** What exists here, for requests that get past authentication. */
export type HostileWorld = {
  /** Values that are valid somewhere: ids, tokens, secrets. */
  known: readonly string[];
  /** Values of the placeholders in paths. */
  params: Readonly<Record<string, string>>;
  /** Headers of callers. */
  credentials: readonly Record<string, string>[];
  sample: Sample;
};

/** Requests to a path with placeholders, mixing valid and hostile parts. */
export function hostileRequests(path: string, world: HostileWorld): fc.Arbitrary<HostileRequest> {
  const text = hostileText(world.known);
  const segment = (known: string) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant(known) },
      text.map((raw) => raw.slice(0, 500)),
    );
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder = ""]) => placeholder);
  const params = fc.record(
    Object.fromEntries(names.map((each) => [each, segment(world.params[each] ?? "")])),
  );
  const query = fc.oneof(
    fc.constant(""),
    fc
      .tuple(fieldsLike(world.sample, text), fc.boolean())
      .map(([fields, plain]) => `?${asForm(fields, plain)}`.replaceAll("#", "").slice(0, 8_000)),
  );
  return fc
    .tuple(params, query, headers(text, world.credentials), body(text, world.sample))
    .map(([values, search, sent, { type, bytes }]) => ({
      path: path.replace(/\{(\w+)\}/g, (_, each: string) => encode(values[each] ?? "")) + search,
      params: { ...values },
      headers: { ...sent, ...(type !== null && { "content-type": type }) },
      body: bytes,
    }));
}
