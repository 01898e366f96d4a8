import { randomInt } from "node:crypto";
import { newId } from "@/lib/core/crypto/ids";

const MAX_RANDOM = 2 ** 47;

/** An id that a platform could give a company, in use by no other test. */
export function newCompanyId(): number {
  return randomInt(1_000_000, MAX_RANDOM);
}

/** An id that a platform could give a person, with characters that paths encode. */
export function newExternalId(): string {
  return `seller:${newId()}+"@<>`;
}
