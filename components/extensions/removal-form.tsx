import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";

export interface RemovalFormProps {
  /** Where the form posts to. */
  action: string;
  /** The consequences of the removal, each in a sentence. */
  consequences: readonly { id: string; sentence: ReactNode }[];
  confirmLabel: ReactNode;
  submitLabel: ReactNode;
}

/** Removes an extension once the person has confirmed it. Works without JavaScript. */
export function RemovalForm(props: RemovalFormProps) {
  const { action, consequences, confirmLabel, submitLabel } = props;
  return (
    <form action={action} method="post" className="grid max-w-reading gap-4">
      <ul className="grid list-disc gap-2 ps-5">
        {consequences.map(({ id, sentence }) => (
          <li key={id}>{sentence}</li>
        ))}
      </ul>
      <Checkbox required label={confirmLabel} />
      <div>
        <Button type="submit" variant="danger" className="h-auto max-w-full whitespace-normal">
          <span>{submitLabel}</span>
        </Button>
      </div>
    </form>
  );
}
