import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { curlParameter, type ShellVariable, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { redactText } from "@/lib/core/telemetry/log";

/** A secret value that is sent but never shown; `name` replaces it, as a shell variable. */
export type Hidden = ShellVariable & { value: string };

/** A request of the flow, both for sending and for showing. */
export type PlannedRequest = {
  method: "GET" | "POST";
  /** URL without the query. */
  address: string;
  /** Query; contains no secrets. */
  query?: Readonly<Record<string, string>>;
  /** The client, for HTTP Basic. */
  client?: { id: string; secret: Hidden };
  bearer?: Hidden;
  cookie?: { name: string; session: Hidden };
  /** The page that a browser would send the form from. */
  origin?: string;
  /** Body, sent as a form. */
  form?: Readonly<Record<string, string | Hidden>>;
};

export function addressOf({ address, query }: PlannedRequest): string {
  return query ? `${address}?${new URLSearchParams(query)}` : address;
}

export function toRequest(
  planned: PlannedRequest,
  from: { requestId: string; ipAddress: string | null },
): Request {
  const { method, client, bearer, cookie, origin, form } = planned;
  const headers = new Headers({ accept: "application/json", [REQUEST_ID_HEADER]: from.requestId });
  if (from.ipAddress) headers.set(CLIENT_ADDRESS_HEADER, from.ipAddress);
  if (client) {
    const pair = Buffer.from(`${client.id}:${client.secret.value}`).toString("base64");
    headers.set("authorization", `Basic ${pair}`);
  }
  if (bearer) headers.set("authorization", `Bearer ${bearer.value}`);
  if (cookie) headers.set("cookie", `${cookie.name}=${cookie.session.value}`);
  if (origin) headers.set("origin", origin);
  const fields = Object.entries(form ?? {}).map(([name, field]) => [
    name,
    typeof field === "string" ? field : field.value,
  ]);
  return new Request(addressOf(planned), {
    method,
    headers,
    body: form ? new URLSearchParams(fields) : null,
  });
}

/** The request as a curl command for a POSIX shell, with variables in place of secrets. */
export function toCurl(planned: PlannedRequest): string {
  const { address, query, client, bearer, cookie, origin, form } = planned;
  const parts = [query ? "curl -i -G" : "curl -i"];
  if (client) parts.push(`-u ${shellQuoted(client.id, ":", client.secret)}`);
  if (bearer) parts.push(`-H ${shellQuoted("Authorization: Bearer ", bearer)}`);
  if (cookie) parts.push(`-b ${shellQuoted(`${cookie.name}=`, cookie.session)}`);
  if (origin) parts.push(`-H ${shellQuoted(`Origin: ${origin}`)}`);
  for (const [name, field] of Object.entries(query ?? form ?? {})) {
    parts.push(
      typeof field === "string"
        ? curlParameter(name, field)
        : `-d ${shellQuoted(`${name}=`, field)}`,
    );
  }
  return [...parts, shellQuoted(address)].join(" \\\n  ");
}

/** All values of the request that must not be shown. */
export function hiddenIn({ client, bearer, cookie, form }: PlannedRequest): Hidden[] {
  const fields = Object.values(form ?? {}).filter((field) => typeof field !== "string");
  return [client?.secret, bearer, cookie?.session, ...fields].filter(
    (hidden) => hidden !== undefined,
  );
}

/** A response that was read but not yet redacted. */
export type ReadAnswer = { status: number; headers: Headers; text: string };

const SHOWN_HEADERS = [
  "location",
  "content-type",
  "cache-control",
  "www-authenticate",
  "retry-after",
];
const MAX_BODY = 6_000;

/**
 * Redacts a response for display: the relevant headers and the body, with variables in place of secrets. Anything else
 * that looks like a token is masked too.
 */
export function redactResponse(answer: ReadAnswer, hidden: readonly Hidden[]) {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = hide(value, hidden);
  }
  return { status: answer.status, headers, body: hide(readable(answer), hidden) };
}

function hide(text: string, hidden: readonly Hidden[]): string {
  let redacted = text;
  for (const { name, value } of hidden) {
    // A function, because `$` is special in a replacement string.
    if (value !== "") redacted = redacted.replaceAll(value, () => name);
  }
  return redactText(redacted);
}

// Of a page, only where it leads.
const REFRESH = /<meta http-equiv="refresh"[^>]*>/;

function readable({ headers, text }: ReadAnswer): string {
  if (headers.get("content-type")?.startsWith("text/html")) return REFRESH.exec(text)?.[0] ?? "";
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const laidOut = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return laidOut.length > MAX_BODY ? `${laidOut.slice(0, MAX_BODY)}\n…` : laidOut;
}
