import { useTranslations } from "next-intl";
import { KeyGlyph } from "../brand/key-glyph";

/** How many keys hang on the board: enough to fill the panel, few enough to read as a pattern. */
const HOOKS = Array.from({ length: 20 }, (_, hook) => `hook ${hook}`);
/** The highlighted key. */
const CHOSEN = "hook 8";

/** A board of keys next to the sign-in form. Decorative. */
export function KeyBoard() {
  const t = useTranslations("signIn.board");
  return (
    <aside
      aria-label={t("label")}
      className="hidden flex-col justify-between gap-10 overflow-hidden bg-bar p-12 text-bar-ink lg:flex"
    >
      <div
        aria-hidden="true"
        className="grid grow grid-cols-[repeat(5,auto)] content-evenly justify-between gap-y-8"
      >
        {HOOKS.map((hook) => (
          <Hook key={hook} isChosen={hook === CHOSEN} />
        ))}
      </div>
      <p className="max-w-md text-balance font-semibold text-2xl">{t("motto")}</p>
    </aside>
  );
}

function Hook({ isChosen }: { isChosen: boolean }) {
  return (
    <span className="grid h-32 w-12 place-items-center">
      <KeyGlyph
        className={`w-28 max-w-none rotate-90 ${isChosen ? "text-bar-accent" : "text-bar-muted opacity-25"}`}
      />
    </span>
  );
}
