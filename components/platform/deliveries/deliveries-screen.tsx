"use client";

import { useTranslations } from "next-intl";
import { call } from "@/lib/api/client/call";
import { deliveriesQuery } from "@/lib/api/client/platform-queries";
import type { DeliveryResponse } from "@/lib/consent/deliveries/schemas";
import { confirmAction } from "../../actions/row-actions";
import { type ListPageProps, ListScreen, listWords } from "../../list/list-screen";
import { Badge, type BadgeTone } from "../../ui/badge";
import { inEnglish } from "../../ui/in-english";
import { Timestamp } from "../../ui/timestamp";
import { BesideId, useColumns } from "../columns";

const STATUSES = ["abandoned", "failing", "waiting"] as const;

const TONES = {
  abandoned: "danger",
  failing: "warning",
  waiting: "neutral",
} as const satisfies Record<DeliveryResponse["status"], BadgeTone>;

/** Calls to extensions that have not succeeded, which operators can repeat. */
export function DeliveriesScreen(props: ListPageProps) {
  const t = useTranslations("platform.deliveries");
  const list = useTranslations("shell.list");
  const columns = useColumns<DeliveryResponse>();
  const retry = ({ delivery_id: id, client_name: name }: DeliveryResponse) =>
    confirmAction({
      key: "retry",
      label: t("retry.open"),
      title: t("retry.title", { name }),
      submit: t("retry.submit"),
      what: [t("retry.what")],
      send: () => call("retryDelivery", { params: { delivery_id: id } }),
    });
  return (
    <ListScreen
      {...props}
      {...listWords(t)}
      choices={[
        {
          name: "status",
          label: list("status"),
          everything: list("everyStatus"),
          options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        },
      ]}
      query={deliveriesQuery(props.state)}
      columns={[
        columns.object("extension", ({ client_name: name, client_id: id }) => ({
          id,
          name,
          beside: <BesideId>{id}</BesideId>,
        })),
        {
          key: "call",
          label: t("call"),
          phone: "line",
          cell: ({ kind, subject_name: subject }) =>
            t.rich(`kind.${kind}`, { subject: () => <bdi>{subject}</bdi> }),
        },
        {
          ...columns.status((delivery) => <StateCell {...delivery} />, "sm:w-72"),
          grows: true,
          phone: "line",
        },
        columns.since((delivery) => delivery.created_at),
      ]}
      idOf={({ delivery_id: id }) => id}
      nameOf={({ client_name: name, subject_name: subject }) => `${name}, ${subject}`}
      actionsOf={(delivery) =>
        props.mayWrite && delivery.status !== "waiting" ? [retry(delivery)] : []
      }
    />
  );
}

function StateCell(delivery: DeliveryResponse) {
  const t = useTranslations("platform.deliveries");
  const { status, attempts, last_error: error, next_attempt_at: next } = delivery;
  return (
    <div className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
        {t("attempts", { count: attempts })}
      </span>
      {error ? <span className="wrap-anywhere">{inEnglish(error)}</span> : null}
      {status === "failing" && next ? (
        <span className="text-muted">
          {t.rich("next", { when: () => <Timestamp value={next} /> })}
        </span>
      ) : null}
    </div>
  );
}
