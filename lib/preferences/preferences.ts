/** Cookies that hold how a person wants pages to look: no secret, no session needed. */
export const THEME_COOKIE = "theme";
export const LANGUAGE_COOKIE = "language";

/** Looks that a person may choose; without one pages follow the system. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Whether `text` is one of the looks. */
export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
