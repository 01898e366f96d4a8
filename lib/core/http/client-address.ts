import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Env } from "@/lib/core/env/env";
import { type AddressSet, addressSet, readAddress } from "@/lib/core/http/ip-address";
import { log } from "@/lib/core/telemetry/log";

/** Trusted by default: loopback (RFC 1122, 4291) and private networks (RFC 1918, 4193). */
const NEARBY = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7"];
const WARNING_PAUSE_MS = 60_000;
const LONGEST_QUOTE = 100;

/** How a caller's address is determined. */
export interface ProxyTrust {
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
export function proxyTrust({ trustedProxies, baseUrl }: Env): ProxyTrust {
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
 * Returns a function that determines a request's client address: the last entry of `X-Forwarded-For` that is not a
 * trusted proxy, or the peer's address if the peer is not trusted. Unreadable entries fall back to the peer's address,
 * with a warning at most once a minute.
 *
 * @returns IPv4 or IPv6 in canonical form; empty if the socket is gone.
 */
export function clientAddressReader(trust: ProxyTrust): (request: IncomingMessage) => string {
  const trusted = addressSet(trust.trusted);
  const readPeer = peerReader(trusted);
  const warn = warner();
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

function warner(): (peer: string, entry: string) => void {
  let quietUntil = 0;
  return (peer, entry) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + WARNING_PAUSE_MS;
    log().warn(
      { peer, entry: entry.slice(0, LONGEST_QUOTE) },
      "X-Forwarded-For has an entry that is not an IP address; all callers behind this proxy are treated as one",
    );
  };
}
