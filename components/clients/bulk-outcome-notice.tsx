import { Badge, type BadgeTone } from "../ui/badge";
import { type BulkOutcome, type BulkOutcomeItem, bulkOutcomeTitle } from "./bulk-outcome";
import { ListOutcome } from "./list-outcome";
import { problemSentence } from "./problem-sentence";

const WORDS: Record<BulkOutcomeItem["outcome"], { label: string; tone: BadgeTone }> = {
  changed: { label: "Changed", tone: "success" },
  unchanged: { label: "Already so", tone: "neutral" },
  refused: { label: "Refused", tone: "danger" },
};

// The API puts the field in front: "tags: must have at most 20 tags".
function reasonSentence(message: string): string {
  return problemSentence(message.replace(/^\w+: /, ""));
}

/** What became of each chosen client, until it is dismissed. */
export function BulkOutcomeNotice(props: { outcome: BulkOutcome; onDismiss: () => void }) {
  const { outcome, onDismiss } = props;
  const isWhole = outcome.items.every((item) => item.outcome !== "refused");
  return (
    <ListOutcome
      tone={isWhole ? "success" : "warning"}
      title={bulkOutcomeTitle(outcome)}
      onDismiss={onDismiss}
    >
      <ul className="grid gap-1.5">
        {outcome.items.map((item) => (
          <li key={item.clientId} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <Badge tone={WORDS[item.outcome].tone}>{WORDS[item.outcome].label}</Badge>
            <bdi className="wrap-anywhere">{item.name}</bdi>
            {item.message ? <span className="text-sm">{reasonSentence(item.message)}</span> : null}
          </li>
        ))}
      </ul>
    </ListOutcome>
  );
}
