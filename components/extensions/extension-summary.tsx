import type { ReactNode } from "react";
import { ClientLogo } from "../brand/client-logo";
import { UntrustedName } from "../consent/untrusted-name";
import { PublisherLine } from "./publisher-line";

export interface ExtensionSummaryProps {
  extension: {
    clientId: string;
    logoUri: string | null;
    name: string;
    publisherName: string;
    publisherVerified: boolean;
  };
  /** After the name. */
  badge?: ReactNode;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** A sentence or two below the publisher. */
  children: ReactNode;
}

/** The logo, name and publisher of an extension in a list. */
export function ExtensionSummary({ extension, badge, actions, children }: ExtensionSummaryProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <ClientLogo client={extension} className="mt-1 max-h-12 w-12 shrink-0" />
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <h3 className="flex flex-wrap items-center gap-2 text-lg">
          <UntrustedName name={extension.name} />
          {badge}
        </h3>
        <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
        {children}
      </div>
      {actions}
    </div>
  );
}
