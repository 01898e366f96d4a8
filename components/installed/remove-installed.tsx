import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import type { InstalledView } from "./installed-view";

export interface RemoveInstalledProps {
  extension: InstalledView;
  /** Where the form posts to. */
  action: string;
}

/** The way out, with what it stops and what it cannot undo. A plain form: it needs no JavaScript. */
export function RemoveInstalled({ extension, action }: RemoveInstalledProps) {
  const { name, publisherName } = extension;
  return (
    <form action={action} method="post" className="grid max-w-reading gap-4 pt-3">
      <ul className="grid list-disc gap-2 ps-5">
        <li>Its access stops at once, for everybody in the organization.</li>
        <li>It is not told: its next call is refused.</li>
        <li>
          Data it already copied stays with <UntrustedName name={publisherName} />; contact them to
          erase it.
        </li>
        <li>What companies allowed it stays as it is.</li>
      </ul>
      <Checkbox
        required
        label={
          <>
            I want to remove <UntrustedName name={name} />
          </>
        }
      />
      <div>
        <Button type="submit" variant="danger" className="h-auto max-w-full whitespace-normal">
          <span>
            Remove <UntrustedName name={name} />
          </span>
        </Button>
      </div>
    </form>
  );
}
