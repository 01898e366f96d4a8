import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "../ui/badge";
import type { BulkOutcome, BulkOutcomeItem } from "./bulk-outcome";
import { ListOutcome } from "./list-outcome";
import { problemSentence } from "./problem-sentence";

const TONES: Record<BulkOutcomeItem["outcome"], BadgeTone> = {
  changed: "success",
  unchanged: "neutral",
  refused: "danger",
};

// The API puts the field in front: "tags: must have at most 20 tags".
function reasonSentence(message: string): string {
  return problemSentence(message.replace(/^\w+: /, ""));
}

/** The result for each selected client, until dismissed. */
export function BulkOutcomeNotice(props: { outcome: BulkOutcome; onDismiss: () => void }) {
  const { outcome, onDismiss } = props;
  const t = useTranslations("clients.outcome");
  const isWhole = outcome.items.every((item) => item.outcome !== "refused");
  return (
    <ListOutcome
      tone={isWhole ? "success" : "warning"}
      title={<WhatWasDone {...outcome} />}
      onDismiss={onDismiss}
    >
      <ul className="grid gap-1.5">
        {outcome.items.map((item) => (
          <li key={item.clientId} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <Badge tone={TONES[item.outcome]}>{t(`items.${item.outcome}`)}</Badge>
            <bdi className="wrap-anywhere">{item.name}</bdi>
            {item.message ? (
              <bdi lang="en" className="text-sm">
                {reasonSentence(item.message)}
              </bdi>
            ) : null}
          </li>
        ))}
      </ul>
    </ListOutcome>
  );
}

/** "Activated 2 of 3 clients." */
function WhatWasDone({ change, items }: BulkOutcome) {
  const t = useTranslations("clients.outcome");
  return t.rich(change.action, {
    changed: items.filter(({ outcome }) => outcome === "changed").length,
    total: items.length,
    tag: () => <bdi>{change.tags?.join(", ")}</bdi>,
  });
}
