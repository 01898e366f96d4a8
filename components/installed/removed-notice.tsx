import { Notice } from "../ui/notice";

/** That an extension was removed, with the receipt of all that was agreed. */
export function RemovedNotice({ receiptHref }: { receiptHref: string }) {
  return (
    <Notice tone="success" title="The extension was removed. Its access has stopped." live>
      <p>
        <a href={receiptHref} download className="inline-link">
          Download the receipt
        </a>{" "}
        if you need to show what was agreed and when it ended.
      </p>
    </Notice>
  );
}
