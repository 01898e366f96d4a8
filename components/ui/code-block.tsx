import { useTranslations } from "next-intl";
import { CopyButton } from "./copy-button";
import { ScrollArea } from "./scroll-area";

/** Code to read and to take away. Scrolls inside itself and can be reached by keyboard. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const t = useTranslations("shell.controls");
  return (
    <figure className="min-w-0 overflow-hidden rounded border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-line border-b py-1 ps-3 pe-1 text-muted text-sm">
        {label}
        <CopyButton value={code} what={label} label={t("copy")} variant="quiet" />
      </figcaption>
      <ScrollArea as="pre" dir="ltr" className="max-h-96 overflow-auto p-3 font-mono text-sm">
        <code>{code}</code>
      </ScrollArea>
    </figure>
  );
}
