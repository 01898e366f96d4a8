import { recordChange } from "@/lib/audit/record-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { organization } from "@/lib/operation/access";
import type { Caller } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  ORGANIZATION_PATH,
  ofOrganization,
  organizationSchema,
  patchOrganizationSchema,
  serializeOrganization,
} from "@/lib/tenants/organizations/organization";
import {
  findOrganization,
  type OrganizationRow,
  updateOrganization,
} from "@/lib/tenants/organizations/repository";

/**
 * Changes an organization's settings; omitted fields stay the same. A new name ends the verification, because no one
 * has checked the new name yet.
 * @throws ServiceError conflict for requiring a second factor without having one
 */
export const patchOrganization = operation({
  id: "patchOrganization",
  request: {
    route: `PATCH ${ORGANIZATION_PATH}`,
    params: ofOrganization,
    body: patchOrganizationSchema,
  },
  access: organization("organization:write"),
  summary: "Change an organization's settings",
  description:
    "Changes the name, and whether members need a second factor; omitted fields stay the same. Only a person with a second factor can require one. Members without one are then denied access until they set it up.",
  tag: "Organization",
  returns: json(organizationSchema, "The changed organization."),
  errors: ["conflict"],
  run({ body, caller, info }) {
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "organization:write");
      const before = await findOrganization(tx, caller.organizationId);
      if (body.require_second_factor && !before.requireSecondFactor) {
        await requireOwnSecondFactor(tx, current);
      }
      const after = await updateOrganization(tx, caller.organizationId, {
        name: body.name,
        requireSecondFactor: body.require_second_factor,
        verified: before.verified && (body.name ?? before.name) === before.name,
      });
      const changes = { before: audited(before, after), after: audited(after, before) };
      if (Object.keys(changes.after).length > 0) {
        const target = `organization:${caller.organizationId}`;
        await recordChange(tx, current, info, {
          action: "organization.updated",
          target,
          ...changes,
        });
      }
      return { body: serializeOrganization(after) };
    });
  },
});

async function requireOwnSecondFactor(tx: Database, caller: Caller): Promise<void> {
  if (caller.kind === "user" && (await hasSecondFactor(tx, caller.userId))) return;
  throw new ServiceError(
    "conflict",
    "You need a second factor yourself before you can require one of all members. Set it up in your profile first.",
  );
}

/** The settings of `row` that differ from those of `other`. */
function audited(row: OrganizationRow, other: OrganizationRow): JsonObject {
  return {
    ...(row.name !== other.name && { name: row.name }),
    ...(row.verified !== other.verified && { verified: row.verified }),
    ...(row.requireSecondFactor !== other.requireSecondFactor && {
      require_second_factor: row.requireSecondFactor,
    }),
  };
}
