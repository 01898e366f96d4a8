import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";

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
