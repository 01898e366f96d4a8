import { Download, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Link } from "@/components/ui/link";
import { buttonClass } from "../ui/button";

interface MenuProps {
  className: string;
  button: ReactNode;
  children: ReactNode;
}

/** A button with a menu. A native popover: it opens and closes without JavaScript. */
export function Menu({ className, button, children }: MenuProps) {
  const id = useId();
  return (
    <span className="relative z-10 inline-block align-middle">
      <button type="button" popoverTarget={id} className={className}>
        {button}
      </button>
      <span id={id} popover="auto" className="row-menu">
        {children}
      </span>
    </span>
  );
}

/** The rare actions of a row. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations("shell.list");
  return (
    <Menu
      className={buttonClass("quiet", "smallIcon", "text-muted hover:text-ink")}
      button={
        <>
          <Ellipsis className="size-4" />
          <span className="sr-only">{t.rich("actionsFor", { name: () => <bdi>{name}</bdi> })}</span>
        </>
      }
    >
      {children}
    </Menu>
  );
}

/** A place that the menu of a row leads to. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={MENU_ITEM}>
      {children}
    </Link>
  );
}

interface MenuButtonProps {
  /** The dialog that it opens without JavaScript. */
  popoverTarget?: string;
  onClick: () => void;
  /** True for what cannot be undone. */
  isFinal?: boolean;
  children: ReactNode;
}

/** Something that the menu of a row does. */
export function MenuButton({ popoverTarget, onClick, isFinal = false, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={popoverTarget}
      className={isFinal ? `${MENU_ITEM} text-danger` : MENU_ITEM}
      onClick={(event) => {
        event.preventDefault();
        // Gives the focus back to the menu's button, so that a dialog returns it there.
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

/** Look of what a menu offers. */
export const MENU_ITEM =
  "flex min-h-9 w-full items-center whitespace-nowrap rounded-sm px-3 text-start font-medium text-sm hover:bg-hover";

/** Downloads what is shown, in a format: names of formats, with the addresses of the downloads. */
export function ExportMenu(props: { formats: readonly { format: string; href: string }[] }) {
  const t = useTranslations("shell.controls");
  return (
    <Menu
      className={buttonClass()}
      button={
        <>
          <Download className="size-4" />
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
