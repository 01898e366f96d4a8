import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";

interface ExtensionSummaryProps {
  extension: {
    clientId: string;
    logoUri: string | null;
    name: string;
    publisherName: string;
    publisherVerified: boolean;
  };
  /** A sentence or two below the publisher. */
  children: ReactNode;
}

/** The logo, name and publisher of an extension in a list. */
export function ExtensionSummary({ extension, children }: ExtensionSummaryProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <ClientMark size="large" client={extension} />
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <h3 className="flex flex-wrap items-center gap-2 text-lg">
          <UntrustedName name={extension.name} />
        </h3>
        <PublisherLine name={extension.publisherName} verified={extension.publisherVerified} />
        {children}
      </div>
    </div>
  );
}

/** The publisher of an extension, and whether it is verified. */
export function PublisherLine({ name, verified }: { name: string; verified: boolean }) {
  const t = useTranslations("extensions.publisher");
  return (
    <p className="text-sm">
      {t.rich(verified ? "verified" : "unverified", {
        publisher: () => <UntrustedName name={name} />,
        known: (words) => <span className="text-success">{words}</span>,
        unknown: (words) => <span className="text-warning">{words}</span>,
      })}
    </p>
  );
}
