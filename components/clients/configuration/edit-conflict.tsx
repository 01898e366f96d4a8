import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button";
import { Radio } from "../../ui/checkbox";
import { Notice } from "../../ui/notice";
import { ClientDifferences, DifferenceValue } from "./client-differences";
import type { Choices } from "./client-values";
import type { Difference } from "./use-differences";

interface EditConflictProps {
  /** Changes that only the other person made; they are kept. */
  theirs: readonly Difference[];
  /** What both people changed, with this person's value as `before` and the other's as `after`. */
  conflicts: readonly Difference[];
  /** Keeps both changes, with one of the two values for each field that both changed. */
  onMerge: (choices: Choices) => void;
  /** Continues with the other person's values only. */
  onTakeTheirs: () => void;
}

/** Shows what someone else changed while the form was open, and asks about fields that both changed. */
export function EditConflict(props: EditConflictProps) {
  const { theirs, conflicts, onMerge, onTakeTheirs } = props;
  const t = useTranslations("clientForm.conflict");
  const [choices, setChoices] = useState<Choices>({});
  const merge = (event: FormEvent) => {
    event.preventDefault();
    onMerge(choices);
  };
  return (
    <Notice tone="warning" title={t("title")} live>
      {theirs.length > 0 ? (
        <ClientDifferences
          caption={t("caption")}
          differences={theirs}
          labels={{ field: t("field"), before: t("before"), after: t("now") }}
        />
      ) : null}
      {theirs.length + conflicts.length === 0 ? <p>{t("nothing")}</p> : null}
      <form onSubmit={merge} className="grid gap-3">
        {conflicts.map((conflict) => (
          <Conflict
            key={conflict.field}
            conflict={conflict}
            choice={choices[conflict.field]}
            onChoose={(choice) => setChoices({ ...choices, [conflict.field]: choice })}
          />
        ))}
        <p>{t("yours")}</p>
        <div className="flex flex-wrap gap-3">
          <Button size="small" type="submit">
            {t("merge")}
          </Button>
          <Button size="small" onClick={onTakeTheirs}>
            {t("takeTheirs")}
          </Button>
        </div>
      </form>
    </Notice>
  );
}

interface ConflictProps {
  conflict: Difference;
  choice: Choices[Difference["field"]];
  onChoose: (choice: "mine" | "theirs") => void;
}

function Conflict({ conflict, choice, onChoose }: ConflictProps) {
  const t = useTranslations("clientForm.conflict");
  const { field, label, before, after } = conflict;
  const values = { mine: before, theirs: after };
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{t("both", { field: label })}</legend>
      {(["mine", "theirs"] as const).map((side) => (
        <Radio
          key={side}
          name={`merge-${field}`}
          required
          checked={choice === side}
          onChange={() => onChoose(side)}
          label={<DifferenceValue text={values[side]} />}
          description={t(side)}
        />
      ))}
    </fieldset>
  );
}
