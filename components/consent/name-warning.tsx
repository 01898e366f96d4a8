import { Notice } from "../ui/notice";
import { inspectName } from "./inspect-name";

/** Warns about a name that may be made to look like another one; nothing for ordinary names. */
export function NameWarning({ name }: { name: string }) {
  const { warnings } = inspectName(name);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="error" title="This extension's name may imitate another one.">
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <p>If you did not expect this request, choose “Don’t allow”.</p>
    </Notice>
  );
}
