import { randomInt } from "node:crypto";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { processState } from "@/lib/core/process/process-state";

/** A new address (RFC 3849) in a network of its own. */
export function newAddress(): string {
  const group = () => randomInt(0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}

/** The address of a test file as a header, so that files share no limit on wrong secrets. */
export const ownAddress = (): Record<string, string> =>
  processState("own-address", () => ({ [CLIENT_ADDRESS_HEADER]: newAddress() }));
