import { BlockList, isIP, isIPv4 } from "node:net";

const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const MAPPED_IPV4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Parses an IP address as proxies write it: with or without a port, IPv6 with or without brackets.
 *
 * @returns The canonical form (RFC 5952) without port and zone, IPv4-mapped IPv6 as IPv4; null if the text is not an
 * address.
 */
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
export interface AddressSet {
  /** @param address As {@link readAddress} returns it. */
  has(address: string): boolean;
}

/**
 * Builds a set from addresses and CIDR ranges.
 *
 * @throws RangeError naming the entry that is neither.
 */
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

/**
 * The part of an address that one subscriber controls: a whole IPv4 address (also IPv4-mapped), or the first 64 bits of
 * an IPv6 address.
 */
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
