import { z } from "zod";
import { differences, recordChange, recordOperatorChange } from "@/lib/audit/record-change";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { JsonObject } from "@/lib/core/json";
import { bool, integer, text } from "@/lib/core/schemas/described";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const organizationSchema = z
  .looseObject({
    organization_id: text("Id of the organization.", "6740f1c2a9d34e0b7c51f0ff"),
    name: text("Name of the organization, shown to sellers on the consent page.", "Shipfast Labs"),
    company_id: integer("The organization's own company on the platform.", 1),
    verified: bool("Whether the platform has verified the organization."),
    require_second_factor: bool("Whether members must have a second factor."),
    created_at: timestamp("Creation time."),
  })
  .meta({ id: "Organization" });

const patchOrganizationSchema = z
  .strictObject({
    name: plainLine(1, 120).optional().meta({
      description: "Name of the organization, shown to sellers on the consent page.",
      example: "Shipfast Labs",
    }),
    require_second_factor: bool("Whether members must have a second factor.").optional(),
  })
  .meta({ id: "PatchOrganization" });

/** Path of an organization and prefix of everything below it. */
export const ORGANIZATION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}";

function serializeOrganization(row: OrganizationRow) {
  return { organization_id: row.id, ...toWire(row, organizationSchema) };
}

export const getOrganization = operation({
  id: "getOrganization",
  request: { route: `GET ${ORGANIZATION_PATH}`, params: organizationParams },
  access: organization("members:read"),
  summary: "Fetch an organization",
  description: "Returns the organization's name and its requirements for members.",
  tag: "Organization",
  returns: json(organizationSchema, "The organization."),
  async run({ caller }) {
    return { body: serializeOrganization(await findOrganization(db(), caller.organizationId)) };
  },
});

/** A new name ends the verification, because no one has checked the new name yet. */
export const patchOrganization = operation({
  id: "patchOrganization",
  request: {
    route: `PATCH ${ORGANIZATION_PATH}`,
    params: organizationParams,
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
        const hasOwn = current.kind === "user" && (await hasSecondFactor(tx, current.userId));
        if (!hasOwn)
          throw new ServiceError(
            "conflict",
            "You need a second factor yourself before you can require one of all members. Set it up in your profile first.",
          );
      }
      const after = await tx.organization.update({
        where: { id: caller.organizationId },
        data: {
          name: body.name,
          requireSecondFactor: body.require_second_factor,
          verified: before.verified && (body.name ?? before.name) === before.name,
        },
        select: COLUMNS,
      });
      const changes = differences(audited(before), audited(after));
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

function audited({ name, verified, requireSecondFactor }: OrganizationRow): JsonObject {
  return { name, verified, require_second_factor: requireSecondFactor };
}

/** Verifies an organization from the shell, or withdraws that. @returns its name, or null if it does not exist */
export function verifyOrganization(
  organizationId: string,
  verified: boolean,
): Promise<string | null> {
  return transaction(async (tx) => {
    await lockOrganizations(tx, [organizationId]);
    const where = { id: organizationId };
    const before = await tx.organization.findUnique({ where, select: COLUMNS });
    if (before && before.verified !== verified) {
      await tx.organization.update({ where, data: { verified }, select: { id: true } });
      await recordOperatorChange(tx, organizationId, {
        action: "organization.updated",
        target: `organization:${organizationId}`,
        before: { verified: before.verified },
        after: { verified },
      });
    }
    return before?.name ?? null;
  });
}

const COLUMNS = {
  id: true,
  name: true,
  companyId: true,
  verified: true,
  requireSecondFactor: true,
  createdAt: true,
} as const;

type OrganizationRow = Awaited<ReturnType<typeof findOrganization>>;

/** Returns an organization by id. Throws if it does not exist, which a caller who belongs to it rules out. */
export function findOrganization(database: Database, organizationId: string) {
  return database.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: COLUMNS,
  });
}
