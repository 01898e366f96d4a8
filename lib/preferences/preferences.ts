/** The cookie with the theme that a person chose. */
export const THEME_COOKIE = "theme";

/** Looks that a person may choose; without one pages follow the system. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Whether `text` is one of the looks. */
export function isTheme(text: string | undefined): text is Theme {
  return themes.some((theme) => theme === text);
}
