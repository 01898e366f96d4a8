import { Notice } from "../ui/notice";

/** What an answer to a question of staff has done. */
export function AnsweredNotice({ answer }: { answer: "allow" | "deny" }) {
  if (answer === "deny") {
    return (
      <Notice tone="success" title="You did not allow it." live>
        <p>Nothing was shared. What was allowed earlier stays as it was.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="You allowed it. We are installing the extension." live>
      <p>It is among the connected extensions now. Whoever asked can launch it from there.</p>
    </Notice>
  );
}
