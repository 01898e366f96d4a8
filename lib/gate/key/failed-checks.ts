import { countFailedKeyChecks } from "@/lib/gate/key/failed-check-repository";

/** Checks in the last hour, in all processes, whose proxy sent no valid gate key. The caller authorizes. */
export function failedKeyChecks(): Promise<number> {
  return countFailedKeyChecks();
}
