import { notFound } from "next/navigation";
import { z } from "zod";
import { listPlatformAudit } from "@/lib/audit/list-audit";
import { ServiceError } from "@/lib/core/errors";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { type OperatorCaller, requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";

/** The newest audit entries that an object's page shows. */
const SHOWN_CHANGES = 5;

interface ObjectAddress<Read> {
  path: string;
  permission: PlatformPermission;
  /** What someone needs for the actions of the object. */
  toWrite: PlatformPermission;
  /** The object in the audit log: `client:<id>`. */
  target: string;
  read: (caller: OperatorCaller) => Promise<Read>;
}

/**
 * What the page of an object shows, for an operator who may see it. Without such an object, there is no page; an id
 * that cannot be one counts as missing.
 */
export async function openObject<Read>(address: ObjectAddress<Read>) {
  const { path, permission, toWrite, target, read } = address;
  const caller = await requireOperator(permission, path);
  try {
    const object = await read(caller);
    const { body } = await perform(listPlatformAudit, {
      query: listPlatformAudit.query.parse({ target, page_size: String(SHOWN_CHANGES) }),
      caller,
    });
    return { object, changes: body.items, mayWrite: mayOnPlatform(caller, toWrite) };
  } catch (error) {
    if (error instanceof z.ZodError) notFound();
    if (error instanceof ServiceError && error.code === "not_found") notFound();
    throw error;
  }
}
