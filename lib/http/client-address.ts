import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const nearby = new BlockList();
nearby.addSubnet("127.0.0.0", 8, "ipv4");
nearby.addSubnet("10.0.0.0", 8, "ipv4");
nearby.addSubnet("172.16.0.0", 12, "ipv4");
nearby.addSubnet("192.168.0.0", 16, "ipv4");
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");

/**
 * The address of whoever sent a request.
 *
 * `X-Forwarded-For` counts only where a proxy must be in front (the site is on https, which this
 * server does not speak) and the connection comes from a loopback or private address. Of its list
 * the last entry counts, the one that the proxy itself added.
 *
 * @param behindProxy Whether BASE_URL is https.
 * @returns IPv4 or IPv6, without the prefix of mapped addresses; empty if the socket is gone.
 */
export function clientAddress(request: IncomingMessage, behindProxy: boolean): string {
  const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  if (!behindProxy || !isNearby(peer)) return peer;
  const forwarded = request.headers["x-forwarded-for"];
  const last =
    String(forwarded ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  return isIP(last) ? last : peer;
}

function isNearby(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && nearby.check(address, family === 4 ? "ipv4" : "ipv6");
}
