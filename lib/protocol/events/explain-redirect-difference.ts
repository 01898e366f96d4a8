import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { parseRedirectUrl } from "@/lib/core/addresses/registered-url";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { type Difference, type DifferencePart, differ } from "@/lib/core/diagnosis/difference";
import { decodePercent } from "@/lib/core/http/decode-percent";

// The components in which two addresses can differ. A wrong host means another address; a wrong case or slash is a typo.
const WEIGHTS = {
  form: 100,
  host: 20,
  path: 10,
  scheme: 3,
  query: 3,
  port: 2,
  path_case: 1,
  trailing_slash: 1,
  encoding: 1,
  user_info: 1,
  fragment: 1,
};

export type RedirectComponent = keyof typeof WEIGHTS;

/** If only these differ, the registered URL was probably mistyped. */
const SLIPS: ReadonlySet<RedirectComponent> = new Set(["path_case", "trailing_slash", "encoding"]);

/**
 * How an unregistered redirect URL differs from the registered ones, and whether to register it or send
 * the nearest one instead.
 * @param requested without `application_id`
 */
export function diagnoseRedirectUri(
  registered: readonly string[],
  requested: string,
): Pick<Diagnosis, "fix" | "difference"> {
  const difference = explainRedirectDifference(registered, requested);
  const { problem } = parseRedirectUrl(requested);
  const isSlip = difference?.components.every((component) => SLIPS.has(component)) ?? false;
  const nearest = difference
    ? [differ("nearest_redirect_url", { url: difference.nearest }), ...difference.parts]
    : [differ("no_redirect_url")];
  if (problem === undefined && !isSlip) {
    return { fix: { kind: "register_redirect_url", url: requested }, difference: nearest };
  }
  const rejected = problem === undefined ? [] : [differ("cannot_be_registered", { problem })];
  return {
    fix: { kind: "set_parameter", name: "redirect_uri", value: difference?.nearest ?? null },
    difference: [...nearest, ...rejected],
  };
}

/** How a requested address differs from the nearest registered one. */
type RedirectDifference = {
  /** The registered address. */
  nearest: string;
  components: RedirectComponent[];
  /** A sentence for each. For query, fragment and user-info, only the registered side is shown. */
  parts: Difference;
};

type Address = Record<"scheme" | "userInfo" | "host" | "port" | "path", string> & {
  query: string | null;
  fragment: string | null;
};
type Finding = { component: RedirectComponent; part: DifferencePart };

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/isu;
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/su;
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]", "localhost"]);
const MAX_SHOWN = 200;

/** An address as written, and as a browser reads it. Both are null if the text is not an address. */
type Reading = {
  written: Address | null;
  plain: Address | null;
  /** In what form the text has the address, if not as it is. */
  form: Finding[];
};

/**
 * Finds the registered address that a rejected redirect_uri was probably meant to be, and says which
 * of its components differ. The nearest is the one that means nearly the same to a browser, to which a host in Unicode or
 * in capitals is the same; the differences are those of the texts, as in the match itself.
 * @param requested without `application_id`
 * @returns null when nothing is registered, or when nothing differs
 */
export function explainRedirectDifference(
  registered: readonly string[],
  requested: string,
): RedirectDifference | null {
  const sent = read(requested);
  let best: { entry: string; findings: Finding[]; distance: number; isSame: boolean } | null = null;
  for (const entry of registered) {
    const { written, plain } = read(entry);
    const findings = [...compare(written, sent.written), ...sent.form];
    const meant = compare(plain, sent.plain);
    const distance = distanceOf(meant, entry, requested);
    const isSame = meant.length === 0 && findings.length > 0;
    if (best === null || distance < best.distance) best = { entry, findings, distance, isSame };
  }
  if (best === null || best.findings.length === 0) return null;
  return {
    nearest: best.entry,
    components: best.findings.map(({ component }) => component),
    parts: [
      ...best.findings.map(({ part }) => part),
      ...(best.isSame ? [differ("same_address")] : []),
    ],
  };
}

function read(text: string): Reading {
  const written = readAddress(text);
  const address = parseUrl(text) === null && parseUrl(decode(text)) !== null ? decode(text) : text;
  const plain = readAddress(plainForm(address)) ?? written;
  if (written || !plain) return { written, plain, form: [] };
  const form: Finding =
    address === text
      ? { component: "form", part: differ("address_form") }
      : { component: "encoding", part: differ("address_encoded") };
  return { written: plain, plain, form: [form] };
}

// RFC 3986 section 6.2.2.1: the case of an escape has no meaning.
function plainForm(text: string): string {
  const { href } = parseUrl(text) ?? { href: text };
  return href.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

function readAddress(text: string): Address | null {
  const [, scheme = "", authority = "", path = "", query, fragment] = ADDRESS.exec(text) ?? [];
  if (scheme === "") return null;
  const at = authority.lastIndexOf("@");
  const [, host = "", port = ""] = HOST_AND_PORT.exec(authority.slice(at + 1)) ?? [];
  const userInfo = at < 0 ? "" : authority.slice(0, at + 1);
  return { scheme, userInfo, host, port, path, query: query ?? null, fragment: fragment ?? null };
}

function compare(entry: Address | null, sent: Address | null): Finding[] {
  if (entry === null || sent === null) {
    return [{ component: "form", part: differ("no_address") }];
  }
  return [
    ...compareParts("scheme", entry.scheme, sent.scheme),
    ...unshown("user_info", entry.userInfo || null, sent.userInfo || null),
    ...compareParts("host", entry.host, sent.host),
    ...comparePort(entry, sent),
    ...comparePath(entry.path, sent.path),
    ...unshown("query", entry.query, sent.query),
    ...unshown("fragment", entry.fragment, sent.fragment),
  ];
}

function comparePort(entry: Address, sent: Address): Finding[] {
  // RFC 8252 section 7.3: on loopback any port matches.
  const free = entry.host === sent.host && LOOPBACK_HOSTS.has(sent.host) && sent.scheme === "http";
  return free ? [] : compareParts("port", entry.port, sent.port);
}

function comparePath(entry: string, sent: string): Finding[] {
  if (entry === sent) return [];
  if (decode(entry) === decode(sent)) return compareParts("encoding", entry, sent);
  const slashes = (withoutSlash(entry) === entry) !== (withoutSlash(sent) === sent);
  const [left, right] = slashes ? [withoutSlash(entry), withoutSlash(sent)] : [entry, sent];
  if (left.toLowerCase() !== right.toLowerCase()) return compareParts("path", entry, sent);
  return [
    ...(left === right ? [] : compareParts("path_case", left, right)),
    ...(slashes ? compareParts("trailing_slash", entry, sent) : []),
  ];
}

function compareParts(component: RedirectComponent, entry: string, sent: string): Finding[] {
  if (entry === sent) return [];
  const values = { component, sent: show(sent), expected: show(entry) };
  return [{ component, part: differ("component", values) }];
}

// In a request, these may contain a misplaced secret.
function unshown(
  component: RedirectComponent,
  entry: string | null,
  sent: string | null,
): Finding[] {
  if (entry === sent) return [];
  const how = sent === null ? "missing" : entry === null ? "unexpected" : "other";
  const values = { component, how, expected: show(entry ?? "") };
  return [{ component, part: differ("hidden_component", values) }];
}

function show(part: string): string {
  return part === "" ? "none" : part.slice(0, MAX_SHOWN);
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

// A stray % cannot be decoded and makes two addresses differ, so each is compared as it is.
function decode(text: string): string {
  return decodePercent(text) ?? text;
}

function distanceOf(findings: readonly Finding[], entry: string, requested: string): number {
  const weight = findings.reduce((sum, { component }) => sum + WEIGHTS[component], 0);
  // Breaks ties by the common prefix. Below 1, so that it never outweighs a component.
  let alike = 0;
  while (alike < entry.length && entry[alike] === requested[alike]) alike += 1;
  return weight + 1 / (alike + 2);
}
