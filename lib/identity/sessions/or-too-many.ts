import { ServiceError } from "@/lib/core/errors";

/** Resolves to what a page shows, or to `too_many_attempts`. */
export async function orTooMany<T>(opening: Promise<T>): Promise<T | "too_many_attempts"> {
  try {
    return await opening;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "slow_down") return "too_many_attempts";
    throw thrown;
  }
}
