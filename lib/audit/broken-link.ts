/** An entry of a chain. Hashes in hex, of which the last was computed from its content. */
interface Link {
  previousHash: string | null;
  hash: string;
  computedHash: string;
}

/** How an entry breaks its chain: it does not match its hash, or does not follow the last one. Null if it does neither. */
export function brokenLink(
  { previousHash, hash, computedHash }: Link,
  last: { hash: string } | null,
): "changed" | "unlinked" | null {
  if (computedHash !== hash) return "changed";
  return previousHash === (last?.hash ?? null) ? null : "unlinked";
}
