import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { buttonClass } from "./button";

interface ExportMenuProps {
  /** Names of formats, with the addresses of the downloads. */
  formats: readonly { format: string; href: string }[];
}

/** Downloads what is shown, in a chosen format. A native popover: it opens without JavaScript. */
export function ExportMenu({ formats }: ExportMenuProps) {
  const t = useTranslations("shell.controls");
  const id = useId();
  return (
    <span className="relative inline-block">
      <button type="button" popoverTarget={id} className={buttonClass()}>
        <Download className="size-4" aria-hidden="true" />
        {t("export")}
      </button>
      <span id={id} popover="auto" className="row-menu">
        {formats.map(({ format, href }) => (
          <a
            key={format}
            href={href}
            download
            className="flex min-h-9 items-center rounded-sm px-3 font-medium text-sm hover:bg-hover"
          >
            {format.toUpperCase()}
          </a>
        ))}
      </span>
    </span>
  );
}
