import dynamic from "next/dynamic";
import { loadModule } from "@/lib/api/client/load-module";

const importPanel = () => import("./key-secret-panel");

/** The secret panel, which most visits never show. Call {@link loadKeySecretPanel} before it is needed. */
export const LazyKeySecretPanel = dynamic(() =>
  importPanel().then(({ KeySecretPanel }) => KeySecretPanel),
);

/**
 * Loads the panel. Called before a secret is made, so that a secret which cannot be shown is never made.
 * @throws ApiError if it cannot be loaded
 */
export async function loadKeySecretPanel(): Promise<void> {
  await loadModule(importPanel);
}
