import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import type { PageLink } from "./command";
import { commandKeys, singleKeysAreOn, switchSingleKeys } from "./shortcuts";

/** Every shortcut, and a way to switch those of single keys off (WCAG 2.2, 2.1.4). */
export function ShortcutSheet(props: { pages: readonly PageLink[]; onClose: () => void }) {
  const t = useTranslations("palette");
  const [singleKeys, setSingleKeys] = useState(singleKeysAreOn);
  const pages = props.pages.flatMap(({ label, shortcut }) =>
    shortcut ? [{ label: t("goTo", { page: label }), keys: ["g", shortcut] }] : [],
  );
  const list = (shortcuts: readonly { label: string; keys: readonly string[] }[]) => (
    <dl className="grid gap-1">
      {shortcuts.map(({ label, keys }) => (
        <div key={label} className="flex min-h-8 items-center justify-between gap-4">
          <dt>{label}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Dialog open onClose={props.onClose} title={t("shortcuts")}>
      <div className="grid gap-4">
        {list([{ label: t("title"), keys: commandKeys(t("controlKey"), navigator.platform) }])}
        <div className="grid gap-1 border-line border-t pt-3">
          <Checkbox
            label={t("singleKeys")}
            description={t("singleKeysOff")}
            checked={singleKeys}
            onChange={({ target }) => {
              switchSingleKeys(target.checked);
              setSingleKeys(target.checked);
            }}
          />
        </div>
        {singleKeys ? list([{ label: t("shortcuts"), keys: ["?"] }, ...pages]) : null}
      </div>
    </Dialog>
  );
}

/** Keys to press, one after the other or together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-border bg-sunken px-1.5 text-center font-mono text-muted text-xs leading-5"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
