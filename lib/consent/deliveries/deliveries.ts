import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import {
  type DeliveryResponse,
  type DeliveryStatus,
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
} from "@/lib/consent/deliveries/schemas";
import { transaction } from "@/lib/core/db/client";
import { containing } from "@/lib/core/db/list-sql";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const DELIVERIES = "/service/panel/authentication/v1.0/platform/deliveries";
const TAG = "Operators";

function serializeDelivery(row: DeliveryRow): DeliveryResponse {
  return { ...toWire(row, deliverySchema), delivery_id: row.id };
}

/** Newest first. "z" sorts after every id, which are hexadecimal. */
export const deliveries = { list: "deliveries", first: "z" };

export const listDeliveries = operation({
  id: "listDeliveries",
  request: { route: `GET ${DELIVERIES}`, query: listDeliveriesQuerySchema },
  access: platform("extensions:read"),
  summary: "List pending and failed calls to extensions",
  description: "Lists undelivered install and uninstall notifications, newest first.",
  tag: TAG,
  returns: json(deliveryListSchema, "A page of calls."),
  async run({ query }) {
    const { limit, q, status } = query;
    const deliveryRows = await listRows({
      beforeId: readCursor(deliveries, query.cursor),
      take: limit + 1,
      ...(status && { status }),
      ...(q && { q, pattern: containing(q), companyId: readCompanyId(q) ?? undefined }),
    });
    const { rows, page } = cursorPage(deliveries.list, query.limit, deliveryRows, ({ id }) => id);
    return { body: { items: rows.map(serializeDelivery), page } };
  },
});

export const retryDelivery = operation({
  id: "retryDelivery",
  request: {
    route: `POST ${DELIVERIES}/{delivery_id}/retry`,
    params: z.object({ delivery_id: idSchema.meta({ description: "The call." }) }),
  },
  access: platform("extensions:write"),
  summary: "Repeat a call to an extension now",
  description:
    "Makes the call due. An abandoned call is tried once more; one that is still repeated keeps its intervals.",
  tag: TAG,
  returns: json(deliverySchema, "The call, which is due now."),
  async run({ params, caller, info }) {
    const row = await transaction(async (tx) => {
      const id = params.delivery_id;
      await tx.delivery.updateMany({
        where: { id, deliveredAt: null },
        data: { nextAttemptAt: new Date(), lastError: null, lastStatus: null },
      });
      const dueDelivery = first(await findDelivery({ id }, tx));
      if (!dueDelivery) {
        const message =
          "No call with this id waits. It may have arrived meanwhile: list the calls.";
        throw new ServiceError("not_found", message);
      }
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "delivery.retried",
        target: `client:${dueDelivery.clientId}`,
        after: {
          delivery_id: dueDelivery.id,
          kind: dueDelivery.kind,
          attempts: dueDelivery.attempts,
        },
      });
      return dueDelivery;
    });
    wakeDeliveryWorker();
    return { body: serializeDelivery(row) };
  },
});

const TYPES = {
  id: "text",
  kind: column<"uninstall" | "auto_install">("text"),
  status: column<DeliveryStatus>("text"),
  clientId: "text",
  clientName: "text",
  companyId: "float8?",
  organizationId: "text?",
  subjectName: "text",
  attempts: "int4",
  lastStatus: "int4?",
  lastError: "text?",
  nextAttemptAt: "timestamptz?",
  createdAt: "timestamptz",
} as const;

type DeliveryRow = RowOf<typeof TYPES>;

/** Conditions rather than one CASE, so that a filter by status can use the indexes on `next_attempt_at`. */
const OF_STATUS = {
  abandoned: "d.next_attempt_at IS NULL",
  waiting: "d.next_attempt_at IS NOT NULL AND d.last_error IS NULL",
  failing: "d.next_attempt_at IS NOT NULL AND d.last_error IS NOT NULL",
};
const STATUS = Object.entries(OF_STATUS).map(([status, sql]) => `WHEN ${sql} THEN '${status}'`);

// float8 is exact up to 2^53.
const SELECT = `
SELECT d.id, d.kind::text AS kind, CASE ${STATUS.join(" ")} END AS status, d.client_id AS "clientId",
  c.name AS "clientName", d.company_id::float8 AS "companyId", d.organization_id AS "organizationId",
  coalesce(company.name, organization.name) AS "subjectName", d.attempts,
  d.last_status AS "lastStatus", d.last_error AS "lastError",
  d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt"
FROM deliveries d JOIN clients c USING (client_id)
LEFT JOIN companies company ON company.id = d.company_id
LEFT JOIN organizations organization ON organization.id = d.organization_id`;

type ListValues = { beforeId: string; take: number; status?: DeliveryStatus } & {
  q?: string;
  pattern?: string;
  companyId?: number;
};

const listRows = sql<ListValues, DeliveryRow>(
  "list-deliveries",
  TYPES,
  ({ q, companyId, status }) => {
    const named = ["c.name ILIKE :pattern", "d.client_id = :q", "d.organization_id = :q"];
    if (companyId !== undefined) named.push("d.company_id = :companyId");
    const conditions = [
      "d.delivered_at IS NULL AND d.id < :beforeId",
      ...(status ? [OF_STATUS[status]] : []),
      ...(q ? [`(${named.join(" OR ")})`] : []),
    ];
    return `${SELECT} WHERE ${conditions.join(" AND ")} ORDER BY d.id DESC LIMIT :take`;
  },
);

const findDelivery = sql<{ id: string }, DeliveryRow>(
  "find-delivery",
  TYPES,
  `${SELECT} WHERE d.id = :id AND d.delivered_at IS NULL`,
);
