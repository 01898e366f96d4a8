import { db } from "@/lib/core/db/client";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { obtainCode } from "@/test/requests/apply-fix";
import { type Attempt, clientAttempt, type Scene } from "@/test/requests/attempt";

/** A request that fails, with what its log entry must contain. */
type Broken = {
  title: string;
  /** The check that it must name. */
  check: string;
  kind: string;
  authenticated: boolean;
  /** The expected difference. */
  says?: string;
  /** The fix that it must name when several would work. */
  fix?: Fix["kind"];
  scene?: () => Promise<Scene>;
  make: (scene: Scene) => Attempt | Promise<Attempt>;
};

type Common = "kind" | "authenticated";

/** Such requests by title, with what most have in common. */
export function brokenRequests(
  kind: string,
  authenticated: boolean,
  requests: Record<string, Omit<Broken, "title" | Common> & Partial<Pick<Broken, Common>>>,
): Broken[] {
  const common = { kind, authenticated };
  return Object.entries(requests).map(([title, request]) => ({ title, ...common, ...request }));
}

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
export const deactivate = (scene: Scene) => setActive(scene, false);

/** Activates it again. */
export const activate = (scene: Scene) => setActive(scene, true);

async function setActive({ client }: Scene, isActive: boolean): Promise<void> {
  await db().client.update({ where: { clientId: client.clientId }, data: { isActive } });
}
