import { useTranslations } from "next-intl";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import type { PageLink } from "./command";
import { Keys } from "./keys";
import { commandKeys, useSingleKeys } from "./shortcuts";

/** Every shortcut, and a way to switch those of single keys off (WCAG 2.2, 2.1.4). */
export function ShortcutSheet(props: { pages: readonly PageLink[]; onClose: () => void }) {
  const t = useTranslations("palette");
  const [singleKeys, changeSingleKeys] = useSingleKeys();
  const pages = props.pages.flatMap(({ label, shortcut }) =>
    shortcut ? [{ label: t("goTo", { page: label }), keys: ["g", shortcut] }] : [],
  );
  return (
    <Dialog open onClose={props.onClose} title={t("shortcuts")}>
      <div className="grid gap-4">
        <ShortcutList
          shortcuts={[
            { label: t("title"), keys: commandKeys(t("controlKey"), navigator.platform) },
          ]}
        />
        <div className="grid gap-1 border-line border-t pt-3">
          <Checkbox
            label={t("singleKeys")}
            description={t("singleKeysOff")}
            checked={singleKeys}
            onChange={({ target }) => changeSingleKeys(target.checked)}
          />
        </div>
        {singleKeys ? (
          <ShortcutList shortcuts={[{ label: t("shortcuts"), keys: ["?"] }, ...pages]} />
        ) : null}
      </div>
    </Dialog>
  );
}

interface Shortcut {
  label: string;
  keys: readonly string[];
}

function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
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
}
