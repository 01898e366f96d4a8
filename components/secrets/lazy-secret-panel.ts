import dynamic from "next/dynamic";
import { loadModule } from "@/lib/api/client/load-module";

// Most visits to a page never show a secret.
const importPanels = () => import("./secret-panel");

export const ClientSecretPanel = dynamic(async () => (await importPanels()).ClientSecretPanel);
export const KeySecretPanel = dynamic(async () => (await importPanels()).KeySecretPanel);

/**
 * Loads the panels. Called before a secret is made, so that a secret which cannot be shown is never made.
 * @throws ApiError if they cannot be loaded
 */
export async function loadSecretPanels(): Promise<void> {
  await loadModule(importPanels);
}
