import { ServiceError } from "@/lib/kernel/errors";

/** What a page shows, or that its visitor tried too often. */
export async function orTooMany<T>(opened: Promise<T>): Promise<T | "too_many_attempts"> {
  try {
    return await opened;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "slow_down") return "too_many_attempts";
    throw thrown;
  }
}
