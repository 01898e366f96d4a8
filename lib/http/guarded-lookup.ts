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
const INNER_IPV6: readonly (readonly [string, number])[] = [
  ["::", 128],
  ["64:ff9b::", 96],
  ["100::", 64],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
];

const inner = new BlockList();
for (const [net, prefix] of INNER_IPV4) inner.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of INNER_IPV6) inner.addSubnet(net, prefix, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host of a URL is this machine by name or address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || (isIP(host) > 0 && contains(loopback, host));
}

/**
 * Whether a call may go to this address.
 * @param allowLoopback while the installation itself runs on a loopback address
 */
export function isCallable(address: string, allowLoopback: boolean): boolean {
  if (contains(loopback, address)) return allowLoopback;
  return !contains(inner, address);
}

// A BlockList also finds the IPv4 address inside an IPv4-mapped IPv6 one.
function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** A DNS look-up for outgoing calls that answers with callable addresses only. */
export function guardedLookup(baseUrl: string): LookupFunction {
  const allowLoopback = isLoopbackHost(new URL(baseUrl).hostname);
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const callable = addresses.filter(({ address }) => isCallable(address, allowLoopback));
      const [first] = callable;
      if (!first) {
        return callback(new Error(`${hostname} leads to an address that is not public.`), "", 0);
      }
      return options.all ? callback(null, callable) : callback(null, first.address, first.family);
    });
  };
}
