import { useTranslations } from "next-intl";
import type { SupportContacts } from "@/lib/core/values/support-contact-values";
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

/** Links to an extension's support and legal pages; nothing if it has none. They open in a new tab. */
export function SupportLinks({ policyUri, tosUri, supportEmail }: SupportContacts) {
  const t = useTranslations("extensions.support");
  if (!policyUri && !tosUri && !supportEmail) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {supportEmail ? (
        <li>
          <a className="inline-link" href={`mailto:${supportEmail}`}>
            {t("email", { address: supportEmail })}
          </a>
        </li>
      ) : null}
      {policyUri ? <LegalLink href={policyUri} words={t("policy")} /> : null}
      {tosUri ? <LegalLink href={tosUri} words={t("terms")} /> : null}
    </ul>
  );
}

function LegalLink({ href, words }: { href: string; words: string }) {
  return (
    <li>
      <a className="inline-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    </li>
  );
}
