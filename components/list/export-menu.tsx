import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button";
import { MENU_ITEM, Menu } from "./row-menu";

/** Downloads what is shown, in a format: names of formats, with the addresses of the downloads. */
export function ExportMenu(props: { formats: readonly { format: string; href: string }[] }) {
  const t = useTranslations("shell.controls");
  return (
    <Menu
      className={buttonClass()}
      button={
        <>
          <Download className="size-4" aria-hidden="true" />
          {t("export")}
        </>
      }
    >
      {props.formats.map(({ format, href }) => (
        <a key={format} href={href} download className={MENU_ITEM}>
          {format.toUpperCase()}
        </a>
      ))}
    </Menu>
  );
}
