import { processState } from "@/lib/core/process/process-state";

/** Makes this process read the provider's metadata and keys anew. */
export function forgetProvider(): void {
  delete processState("provider-discovery", (): { current?: unknown } => ({})).current;
  delete processState("provider-keys", (): { keys?: unknown } => ({})).keys;
}
