import { isIPv4 } from "node:net";
import { readAddress } from "@/lib/core/http/ip-address";

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
