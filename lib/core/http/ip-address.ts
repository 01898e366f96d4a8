import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4, type Socket } from "node:net";
import { rateLimit } from "@/lib/core/limits/rate-limit";
import { log } from "@/lib/core/telemetry/log";

const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const MAPPED_IPV4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Reads an IP address as proxies write it. @returns its RFC 5952 form without port, zone and IPv4 mapping; or null */
export function readAddress(text: string): string | null {
  const bare = IN_BRACKETS.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text;
  const [address = ""] = bare.split("%", 1);
  if (isIPv4(address)) return address;
  if (isIP(address) === 0) return null;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED_IPV4.exec(shortest) ?? [];
  return high && low ? mappedIpv4(high, low) : shortest;
}

function mappedIpv4(high: string, low: string): string {
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

/** A set of IP addresses. */
interface AddressSet {
  /** An IPv4-mapped IPv6 address is in the set if its IPv4 address is. */
  has(address: string): boolean;
}

/** Builds a set from addresses and CIDR ranges. @throws RangeError naming the entry that is neither. */
export function addressSet(entries: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const entry of entries) addEntry(list, entry);
  return { has: (address) => list.check(address, familyOf(address)) };
}

function addEntry(list: BlockList, entry: string): void {
  const [text = "", bits, ...more] = entry.split("/");
  const family = isIP(text);
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || more.length > 0 || !(prefix <= longest)) {
    throw new RangeError(`${entry} is neither an IP address nor a CIDR range`);
  }
  list.addSubnet(text, prefix, familyOf(text));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What one subscriber controls: a whole IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(text: string | null): string {
  if (!text) return "unknown";
  const address = readAddress(text);
  if (address === null) return text;
  if (isIPv4(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : GROUPS - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Trusted by default: loopback (RFC 1122, 4291) and private networks (RFC 1918, 4193). */
const NEARBY = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7"];
const WARNING_PAUSE_MS = 60_000;
const LONGEST_QUOTE = 100;

/** How a caller's address is determined. */
interface ProxyTrust {
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  readonly trusted: readonly string[];
  /** Whether to skip entries of the header that are trusted proxies themselves. */
  readonly chained: boolean;
}

/**
 * Decides which proxies to trust: those in `TRUSTED_PROXIES`, in a chain of any length. Without it, one proxy on a
 * loopback or private address if the site uses https, which this server does not terminate itself. Only one, because
 * callers in a private network have private addresses too, and skipping those would let them choose their address.
 */
export function proxyTrust({
  trustedProxies,
  baseUrl,
}: {
  trustedProxies: readonly string[] | undefined;
  baseUrl: string;
}): ProxyTrust {
  if (trustedProxies) return { trusted: trustedProxies, chained: true };
  return { trusted: baseUrl.startsWith("https:") ? NEARBY : [], chained: false };
}

/** Describes the proxies that {@link proxyTrust} trusts, in one line. */
export function describeProxyTrust({ trusted, chained }: ProxyTrust): string {
  if (trusted.length === 0) return "none trusted, X-Forwarded-For is ignored";
  if (chained) return `X-Forwarded-For is read from ${trusted.join(", ")}`;
  return "X-Forwarded-For is read from one proxy on a loopback or private address; list yours in TRUSTED_PROXIES";
}

/**
 * Returns a function that finds a caller's address: the last entry of `X-Forwarded-For` that is not a trusted proxy, or
 * the peer's address if the peer is not trusted or an entry is unreadable. Empty if the socket is gone.
 */
export function clientAddressReader(trust: ProxyTrust): (request: IncomingMessage) => string {
  const trusted = addressSet(trust.trusted);
  const readPeer = peerReader(trusted);
  return (request) => {
    const { address: peer, isTrusted } = readPeer(request.socket);
    if (!isTrusted) return peer;
    let nearest = peer;
    for (const entry of entriesFromTheRight(request)) {
      const address = readAddress(entry);
      if (address === null) {
        warn(peer, entry);
        return peer;
      }
      if (!trust.chained || !trusted.has(address)) return address;
      nearest = address;
    }
    return nearest;
  };
}

/** The other end of a connection. */
type Peer = { address: string; isTrusted: boolean };

/** Looks at each connection once: parsing an address and matching it costs more than reading most requests. */
function peerReader(trusted: AddressSet): (socket: Socket) => Peer {
  const peers = new WeakMap<Socket, Peer>();
  return (socket) => {
    const storedPeer = peers.get(socket);
    if (storedPeer) return storedPeer;
    const address = readAddress(socket.remoteAddress ?? "");
    // Node forgets the address of a closed socket.
    if (address === null) return { address: "", isTrusted: false };
    const peer = { address, isTrusted: trusted.has(address) };
    peers.set(socket, peer);
    return peer;
  };
}

/** Node joins repeated headers with commas, in order. */
function entriesFromTheRight({ headers }: IncomingMessage): string[] {
  const header = String(headers["x-forwarded-for"] ?? "");
  if (header.trim() === "") return [];
  return header
    .split(",")
    .reverse()
    .map((entry) => entry.trim());
}

const mayWarn = rateLimit("unreadable-forwarded-for", 1, WARNING_PAUSE_MS);

function warn(peer: string, entry: string): void {
  if (!mayWarn("")) return;
  log().warn(
    { peer, entry: entry.slice(0, LONGEST_QUOTE) },
    "X-Forwarded-For has an entry that is not an IP address; all callers behind this proxy are treated as one",
  );
}
