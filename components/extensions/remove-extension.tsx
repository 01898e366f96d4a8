import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import type { ConnectedExtension } from "./extension-views";

export interface RemoveExtensionProps {
  extension: ConnectedExtension;
  /** Where the form posts to. */
  action: string;
  /** False for staff, who read why they cannot. */
  mayRemove: boolean;
}

/** The way out, with what it stops and what it cannot undo. A plain form: it needs no JavaScript. */
export function RemoveExtension({ extension, action, mayRemove }: RemoveExtensionProps) {
  const { name, publisherName } = extension;
  if (!mayRemove) {
    return (
      <Panel title="Remove">
        <Notice title="Ask an admin to remove it.">
          <p>
            Your role can launch connected extensions. Owners and admins decide what they may do and
            remove them.
          </p>
        </Notice>
      </Panel>
    );
  }
  return (
    <Panel title="Remove" tone="danger">
      <form action={action} method="post" className="grid gap-4">
        <ul className="grid list-disc gap-2 ps-5">
          <li>Its access stops at once, for everybody in the company.</li>
          <li>We tell the extension that it was removed.</li>
          <li>
            Data it already copied stays with <UntrustedName name={publisherName} />; contact them
            to erase it.
          </li>
          <li>You can install it again later. You are then asked what it may do.</li>
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
    </Panel>
  );
}
