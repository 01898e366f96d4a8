import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type ComponentType, cache } from "react";
import { z } from "zod";
import type { ObjectPageProps } from "@/components/platform/object-page";
import { type Objects, objectHref, TARGETS } from "@/components/platform/objects";
import { Hydrated } from "@/components/shell/hydrated";
import { listPlatformAudit } from "@/lib/audit/read-audit";
import { ServiceError } from "@/lib/core/errors";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import type { Access } from "@/lib/operation/access";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import type { Operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import type { Value } from "@/lib/operation/returns";

/** The newest audit entries that an object's page shows. */
const SHOWN_CHANGES = 5;

interface ObjectPage<Read> {
  kind: keyof Objects;
  operation: Operation<string, Access<"platform">, { params: z.ZodObject }, Value<Read>>;
  /** What someone needs for the actions of the object. */
  toWrite: PlatformPermission;
  nameOf: (object: Read) => string;
  Page: ComponentType<ObjectPageProps<Read>>;
}

/**
 * The page of an object, for operators who may see it. Without such an object, there is no page; an id that cannot be one
 * counts as missing.
 */
export function objectPage<Param extends string, Read>(param: Param, page: ObjectPage<Read>) {
  type Props = { params: Promise<Record<Param, string>> };
  const { kind, operation, toWrite, nameOf, Page } = page;
  const open = cache(async (id: string): Promise<ObjectPageProps<Read>> => {
    const caller = await requireOperator(operation.access.permission, objectHref(kind, id));
    try {
      const params = operation.params.parse({ [param]: id });
      const object = await perform(operation, { params, caller });
      const target = `${TARGETS[kind]}:${id}`;
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
  });
  return {
    generateMetadata: async ({ params }: Props): Promise<Metadata> => ({
      title: nameOf((await open((await params)[param])).object),
    }),
    render: async ({ params }: Props) => (
      <Hydrated namespaces={["platform", "client"]}>
        <Page {...(await open((await params)[param]))} />
      </Hydrated>
    ),
  };
}
