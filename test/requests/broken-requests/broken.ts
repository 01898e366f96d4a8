import { db } from "@/lib/core/db/client";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { obtainCode } from "@/test/requests/apply-fix";
import { type Attempt, clientAttempt, type Scene } from "@/test/requests/attempt";

/** A request that fails, with the check that its log entry must name. */
export type Broken = {
  title: string;
  check: string;
  kind?: string;
  /** The expected difference. */
  says?: string;
  /** The fix that it must name when several would work. */
  fix?: Fix["kind"];
  authenticated: boolean;
  scene?: () => Promise<Scene>;
  make: (scene: Scene) => Attempt | Promise<Attempt>;
};

/** A token request in the platform spec's form. */
export const codeGrant = { grant_type: "authorization_code" } as const;

/** A valid exchange of a fresh code, to be broken. */
export async function exchange(
  scene: Scene,
  parameters: Record<string, string> = {},
): Promise<Attempt> {
  const code = await obtainCode(scene);
  return clientAttempt(scene, "offline", { ...codeGrant, code, ...parameters });
}

/** Deactivates the client without the developer's knowledge. */
export function deactivate(scene: Scene): Promise<void> {
  return setActive(scene, false);
}

/** Activates it again. */
export function activate(scene: Scene): Promise<void> {
  return setActive(scene, true);
}

async function setActive({ client }: Scene, isActive: boolean): Promise<void> {
  await db().client.update({ where: { clientId: client.clientId }, data: { isActive } });
}
