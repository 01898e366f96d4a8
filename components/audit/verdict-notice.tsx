import type { AuditVerdict } from "@/lib/audit/schemas";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";

/** What walking the whole log found. */
export function VerdictNotice({ verdict }: { verdict: AuditVerdict }) {
  const { entries, hash, broken } = verdict;
  if (broken) {
    return (
      <Notice tone="error" title="The log is not as it was written." live>
        <p>{broken.message}</p>
        <p>
          {entries === 1 ? "1 entry" : `${entries} entries`} before that fit. Somebody with access
          to the database got past the service: keep a copy of the database as it is, and find out
          who had access to it.
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="success"
      title={`All ${entries} ${entries === 1 ? "entry is" : "entries are"} as written.`}
      live
    >
      {hash ? (
        <p>
          Keep the hash of the last one elsewhere; it proves later that nothing before it was
          rewritten: <Identifier value={hash} what="hash of the last entry" />
        </p>
      ) : null}
    </Notice>
  );
}
