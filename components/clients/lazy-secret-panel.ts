import dynamic from "next/dynamic";
import { loadModule } from "@/lib/api/client/load-module";

const importPanel = () => import("./secret-panel");

/** The secret panel, which most visits to a page never show. Call {@link loadSecretPanel} before it is needed. */
export const LazySecretPanel = dynamic(() => importPanel().then(({ SecretPanel }) => SecretPanel));

/**
 * Loads the panel. Called before a secret is made, so that a secret which cannot be shown is never made.
 * @throws ApiError if it cannot be loaded
 */
export async function loadSecretPanel(): Promise<void> {
  await loadModule(importPanel);
}
