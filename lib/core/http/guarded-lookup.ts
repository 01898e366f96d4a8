import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const INNER_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];
/** Exceptions within 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which wraps IPv4. */
const INNER_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const inner = new BlockList();
for (const [net, prefix] of INNER_IPV4) inner.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of INNER_IPV6) inner.addSubnet(net, prefix, "ipv6");

// All public IPv6 addresses today; the rest are local, mapped, translated or unassigned.
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a URL's host is this machine, by name or address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || (isIP(host) > 0 && contains(loopback, host));
}

/**
 * Whether outgoing calls to this address are allowed.
 * @param allowLoopback if the installation itself runs on a loopback address
 */
export function isCallable(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address);
  // Only link-local addresses have a zone (`fe80::1%eth0`).
  if (family === 0 || address.includes("%")) return false;
  if (contains(loopback, address)) return allowLoopback;
  if (family === 6 && !globalIpv6.check(address, "ipv6")) return false;
  return !contains(inner, address);
}

// A BlockList also matches the IPv4 address inside an IPv4-mapped IPv6 one.
function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** A DNS lookup for outgoing calls that returns only allowed addresses. */
export function guardedLookup(baseUrl: string): LookupFunction {
  const allowLoopback = isLoopbackHost(new URL(baseUrl).hostname);
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const callable = addresses.filter(({ address }) => isCallable(address, allowLoopback));
      const [first] = callable;
      if (!first) {
        return callback(new Error(`${hostname} resolves to an address that is not public.`), "", 0);
      }
      return options.all ? callback(null, callable) : callback(null, first.address, first.family);
    });
  };
}
